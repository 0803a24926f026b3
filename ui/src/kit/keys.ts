import type { Attachment } from "svelte/attachments";

/** Left and right arrows walk through the buttons of a group; Tab still visits each of them. */
export const walk: Attachment<HTMLElement> = (group) => {
  const press = (event: KeyboardEvent) => {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...group.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (at < 0) return;
    event.preventDefault();
    buttons[(at + way + buttons.length) % buttons.length]!.focus();
  };
  group.addEventListener("keydown", press);
  return () => group.removeEventListener("keydown", press);
};
