// Cuts the look's typefaces down to what the page says, into build/fonts, where src/fonts.css finds them.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const FACES = {
  jost: "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2",
  spectral: "@fontsource/spectral/files/spectral-latin-500-normal.woff2",
};
const FOLDER = new URL("build/fonts/", import.meta.url);

// English, French and their neighbours; quotes, dashes, thin and no-break spaces, the euro, the signs of arithmetic
const LETTERS =
  String.fromCodePoint(...Array.from({ length: 95 }, (_, place) => 0x20 + place)) +
  "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŸŒàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœß" +
  "‘’‚“”„‹›«»–—…·•¡¿°§€£×−\u00a0\u2009\u202f";
const HOW = {
  targetFormat: "woff2",
  keepFeatures: ["kern", "liga", "ccmp", "tnum"],
  noHinting: true,
};

await mkdir(FOLDER, { recursive: true });
for (const [name, file] of Object.entries(FACES)) {
  const whole = await readFile(new URL(import.meta.resolve(file)));
  const weights = file.includes("-wght-") ? { variationAxes: { wght: { min: 400, max: 800 } } } : {};
  await writeFile(new URL(`${name}.woff2`, FOLDER), await subsetFont(whole, LETTERS, { ...HOW, ...weights }));
}
