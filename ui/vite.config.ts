import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the page by itself and asks a `tripot serve` on this machine for the rest.
const server = "127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  base: "/", // tables have addresses of their own, such as /t/…: "./" would look for files beneath them
  plugins: [svelte()],
  build: {
    outDir: "../src/tripot/web/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // files only: the page may then forbid data: addresses too
    // Every file costs 300 bytes of headers: what always comes together is one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "page", tags: ["$initial"], priority: 3 },
            { name: "table", test: /[\\/](src[\\/](table|lib)|svelte)[\\/]/, minShareCount: 4, priority: 2 },
            { name: "cards", test: /[\\/]src[\\/](kit|art)[\\/]/, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": `http://${server}`,
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
  test: {
    include: ["src/**/*.test.ts"],
  },
  // Tests run Svelte's state as browsers do, not as a server would.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
}));
