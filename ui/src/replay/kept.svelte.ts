const LARGEST = 262_144; // bytes of a record

/** The record that was chosen or dropped last; it stays in this page. */
class Kept {
  text = $state("");
  fault = $state<"" | "unreadable" | "large">("");

  /** Read the first of some files; whether there is anything to show for it. */
  async take(files: FileList | null | undefined): Promise<boolean> {
    const file = files?.[0];
    if (!file) return false;
    this.fault = file.size > LARGEST ? "large" : "";
    this.text = "";
    if (this.fault) return true;
    try {
      this.text = await file.text();
    } catch {
      this.fault = "unreadable";
    }
    return true;
  }
}

export const kept = new Kept();
