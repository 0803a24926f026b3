import { say } from "../lib/words.svelte";
import texts from "../texts.json";

/** Why something was refused: the server says it in the reader's language, unless it could say nothing. */
export function refusalText({ code, sentence }: { code: string; sentence: string }): string {
  const key = `refused.${code}`;
  return sentence || say(texts, (key in texts.en ? key : "refused.broken") as keyof typeof texts.en);
}
