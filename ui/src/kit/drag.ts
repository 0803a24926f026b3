import type { Attachment } from "svelte/attachments";

interface Dragging {
  /** the drop area: an element with this name in its `data-drop` */
  onto: string;
  drop: () => void;
}

/**
 * Lets a button's picture be dragged onto an area, as well as tapped. Without `what` it just stays a button.
 *
 * The button still gets its click when nothing was dragged, so taps and keys need no drag.
 */
export function drag(what: Dragging | null): Attachment<HTMLElement> {
  return (button) => {
    if (!what) return;
    let from: PointerEvent | null = null;
    let ghost: HTMLElement | null = null;
    let ended = -1000;

    const area = (event: PointerEvent) =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(`[data-drop~="${what.onto}"]`);
    const light = (target: Element | null | undefined) => {
      for (const old of document.querySelectorAll(".drag-over")) if (old !== target) old.classList.remove("drag-over");
      target?.classList.add("drag-over");
    };
    const down = (event: PointerEvent) => {
      if (event.button === 0 && event.isPrimary) from = event;
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointerId) return;
      const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
      if (!ghost && Math.hypot(x, y) > 8) {
        const picture = button.querySelector<HTMLElement>("[data-drag]") ?? button;
        const rect = picture.getBoundingClientRect();
        ghost = picture.cloneNode(true) as HTMLElement;
        ghost.removeAttribute("data-card");
        ghost.ariaHidden = "true";
        Object.assign(ghost.style, {
          position: "fixed",
          inset: `${rect.top}px auto auto ${rect.left}px`,
          width: `${rect.width}px`,
          margin: "0",
          zIndex: "100",
          pointerEvents: "none",
          rotate: "3deg",
        });
        document.body.append(ghost);
        button.setPointerCapture(event.pointerId);
        button.classList.add("dragged");
      }
      if (ghost) {
        ghost.style.translate = `${x}px ${y}px`;
        light(area(event));
      }
    };
    const end = (event: PointerEvent) => {
      from = null;
      if (!ghost) return;
      const dropped = event.type === "pointerup" && area(event);
      ghost.remove();
      ghost = null;
      light(null);
      button.classList.remove("dragged");
      ended = event.timeStamp;
      if (dropped) what.drop();
    };
    // the click that follows a drag is no tap
    const click = (event: MouseEvent) => {
      if (event.timeStamp - ended < 60) event.stopImmediatePropagation();
    };

    button.style.touchAction = "none";
    button.addEventListener("click", click, true);
    button.addEventListener("pointerdown", down);
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
    return () => {
      ghost?.remove();
      button.style.touchAction = "";
      button.removeEventListener("click", click, true);
      button.removeEventListener("pointerdown", down);
      button.removeEventListener("pointermove", move);
      button.removeEventListener("pointerup", end);
      button.removeEventListener("pointercancel", end);
    };
  };
}
