import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { BRAND } from "./domain/brand.ts";

/** The theme's colours by name; the HTML shells show some before any stylesheet has arrived. */
function themeColors(): Record<string, string> {
  const css = readFileSync(new URL("web/ui/theme.css", import.meta.url), "utf8");
  return Object.fromEntries([...css.matchAll(/--color-(\w+): (#\w+);/g)].map(([, name = "", hex = ""]) => [name, hex]));
}

/** Writes brand and colours into the HTML shells, so that a licensee changes each in one file. */
const brandedShells: Plugin = {
  name: "branded-shells",
  transformIndexHtml(html) {
    const colors = themeColors();
    return html
      .replaceAll("%BRAND_NAME%", BRAND.name)
      .replaceAll(/THEME_([A-Z]+)/g, (mark, name: string) => colors[name.toLowerCase()] ?? mark);
  },
};

/** Two entries, two folders: web/public is prerendered afterwards by scripts/build.ts, web/app is the members' and admin's app. */
export default defineConfig({
  root: "web",
  publicDir: "static",
  plugins: [react(), tailwindcss(), brandedShells],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { app: "web/app/index.html", public: "web/public/index.html" },
      // What every page of the app needs comes in one piece: it compresses better, and a release leaves it in caches.
      output: {
        codeSplitting: {
          groups: [
            { name: "framework", test: /node_modules\/(react|react-dom|scheduler|react-router|hono|@tanstack)\// },
          ],
        },
      },
    },
  },
});
