import type {
  AnalysisView,
  Catalogue,
  Greeting,
  HintView,
  KeysOwner,
  KeyView,
  LegendView,
  LessonView,
  Listed,
  Me,
  MyGames,
  NewTable,
  Problem as ProblemView,
  ProofView,
  PutBot,
  PuzzleAnswer,
  PuzzleList,
  PuzzleName,
  PuzzleView,
  ReplayView,
  RoomView,
  RulesView,
  TakeSeat,
} from "./types";
import { words } from "./words.svelte";

/** The server said no, or couldn't be reached (`code` is then "offline"). */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly clause = "",
    readonly status = 0,
  ) {
    super(sentence);
  }
}

async function call(method: string, path: string, body?: unknown, more = ""): Promise<Response> {
  const request: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    request.headers = { accept: "application/json", "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}?language=${words.language}${more}`, request);
  } catch {
    throw new Problem("offline", "");
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as ProblemView | null;
  throw new Problem(problem?.code ?? "broken", problem?.sentence ?? "", problem?.clause ?? "", response.status);
}

async function get<T>(path: string, more = ""): Promise<T> {
  return (await call("GET", path, undefined, more)).json() as Promise<T>;
}

async function post<T>(path: string, body?: unknown): Promise<T> {
  return (await call("POST", path, body)).json() as Promise<T>;
}

export const api = {
  me: () => get<Me>("/me"),
  greet: async (greeting: Greeting) => (await call("PUT", "/me", greeting)).json() as Promise<Me>,
  myGames: () => get<MyGames>("/me/games"),
  newKey: () => post<KeyView>("/me/key"),
  keysOwner: (key: string) => post<KeysOwner>("/me/key/owner", { key }),
  useKey: (key: string, sign_out: boolean) => post<KeysOwner>("/me/key/use", { key, sign_out }),
  forgetMe: async () => void (await call("DELETE", "/me")),
  games: () => get<Catalogue>("/games"),
  rules: (game: string) => get<RulesView>(`/games/${game}/rules`),
  legend: (game: string) => get<LegendView>(`/games/${game}/legend`),
  lesson: (game: string) => get<LessonView>(`/games/${game}/lesson`),
  puzzles: () => get<PuzzleList>("/puzzles"),
  nextPuzzle: (game: string) => get<PuzzleName>(`/puzzles/${game}/next`),
  puzzle: (game: string, name: string) => get<PuzzleView>(`/puzzles/${game}/${name}`),
  answerPuzzle: (game: string, name: string, move: string) => post<PuzzleAnswer>(`/puzzles/${game}/${name}`, { move }),
  publicTables: () => get<Listed[]>("/tables"),
  myTables: (after = "") => get<Listed[]>("/tables/mine", after && `&after=${after}`),
  open: (plan: NewTable) => post<RoomView>("/tables", plan),
  room: (table: string) => get<RoomView>(`/tables/${table}`),
  sit: (table: string, seat: TakeSeat) => post<RoomView>(`/tables/${table}/sit`, seat),
  leave: (table: string) => post<RoomView>(`/tables/${table}/leave`),
  putBot: (table: string, bot: PutBot) => post<RoomView>(`/tables/${table}/bots`, bot),
  start: (table: string) => post<RoomView>(`/tables/${table}/start`),
  rematch: (table: string, seal: string) => post<RoomView>(`/tables/${table}/rematch`, { seal }),
  declineRematch: (table: string) => post<RoomView>(`/tables/${table}/rematch/decline`),
  hint: (table: string) => post<HintView>(`/tables/${table}/hint`),
  proof: (table: string) => get<ProofView>(`/tables/${table}/proof`),
  replay: (table: string, eyes: string) => get<ReplayView>(`/tables/${table}/replay`, `&eyes=${eyes}`),
  replayRecord: (record: string, eyes: string) => post<ReplayView>("/replay", { record, eyes }),
  analysis: (table: string) => get<AnalysisView>(`/tables/${table}/analysis`),
  analyse: (table: string) => post<AnalysisView>(`/tables/${table}/analysis`),
  analyseRecord: (record: string) => post<AnalysisView>("/analysis", { record, eyes: "open" }),
  record: async (table: string) => (await call("GET", `/tables/${table}/record`)).text(),
};
