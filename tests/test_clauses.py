"""How tests are found that prove clauses."""

import tripot
from tripot.testing.clauses import marked, proofs, table


def test_only_marks_on_tests_count():
    source = '''
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.clauses("ONE-01", "ONE-02")
def test_marked(seats): ...

@pytest.mark.clauses("ONE-03")
def no_test(): ...

def test_unmarked():
    """pytest.mark.clauses("ONE-04")"""
'''
    assert list(marked(source)) == [("test_marked", ["ONE-01", "ONE-02"])]


def test_table_lists_every_clause_with_its_proofs():
    lines = table().splitlines()
    for clause, tests in proofs("prohis").items():
        (line,) = [line for line in lines if line.startswith(f"| {clause} |")]
        assert all(f"`{test}`" in line for test in tests)
    assert sum(line.startswith("## ") for line in lines) == len(tripot.games())
