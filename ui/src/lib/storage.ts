/** What this browser keeps. A browser that keeps nothing (private windows, full disks) is no reason to fail. */

const PREFIX = "tripot.";

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Nothing of it is kept any longer. */
export function forgetAll(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // nothing was kept
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // nothing is kept, then
  }
}
