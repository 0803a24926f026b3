// Packs the built files once and for all, so that the server need not do it at every request.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = new URL("../src/tripot/web/page", import.meta.url).pathname;
const packed = /\.(html|js|css|svg|json|webmanifest)$/;

for (const name of readdirSync(folder, { recursive: true })) {
  if (!packed.test(name)) continue;
  const path = join(folder, name);
  const plain = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain));
}
