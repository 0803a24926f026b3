import { say } from "../lib/words.svelte";
import texts from "../texts";

/** Why something was refused, in the reader's language; the server's own sentence where we have none. */
export function refusalText({ code, sentence }: { code: string; sentence: string }): string {
  const key = `refused.${code}`;
  return key in texts.en ? say(texts, key as keyof typeof texts.en) : sentence;
}
