/** What this browser keeps. A browser that keeps nothing (private windows, full disks) is no reason to fail. */

const PREFIX = "tripot.";

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // nothing is kept, then
  }
}
