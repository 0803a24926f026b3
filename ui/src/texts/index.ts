import { en } from "./en";
import { fr } from "./fr";

/** The shell's own texts. */
export default { en, fr };
