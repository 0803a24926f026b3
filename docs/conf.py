"""The documentation's build: Markdown through MyST, everything served from the build folder itself."""

project = "Tripot"
author = "Tripot contributors"
project_copyright = "2026, Tripot contributors"

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Tripot"
html_show_sphinx = False
