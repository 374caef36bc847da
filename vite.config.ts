import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { BRAND } from "./domain/brand.ts";
import { BROWSER_TARGET } from "./domain/browsers.ts";
import { sharedChunks } from "./scripts/build/chunks.ts";
import { prerenderedPages } from "./scripts/build/prerendered-pages.ts";
import { siteFiles } from "./scripts/build/site-files.ts";
import { themeColors } from "./scripts/build/theme-colors.ts";

/** Writes brand and colors, each from its one source, into the HTML shells: they need some before any stylesheet. */
const brandedShells: Plugin = {
  name: "branded-shells",
  transformIndexHtml(html) {
    const colors = themeColors();
    return html
      .replaceAll("%BRAND_NAME%", BRAND.name)
      .replaceAll(/THEME_([A-Z]+)/g, (mark, name: string) => colors[name.toLowerCase()] ?? mark);
  },
};

const derivedFiles: Plugin = {
  name: "derived-files",
  apply: "build",
  generateBundle() {
    for (const [fileName, source] of Object.entries(siteFiles())) this.emitFile({ type: "asset", fileName, source });
  },
};

/** One entry per folder: web/public is prerendered, web/app is the app for members and administrators. */
export default defineConfig({
  root: "web",
  publicDir: "static",
  plugins: [react(), tailwindcss(), brandedShells, prerenderedPages, derivedFiles],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: BROWSER_TARGET,
    // Every browser that reads this CSS supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: "web/app/index.html", public: "web/public/index.html" },
      output: { codeSplitting: { groups: sharedChunks } },
    },
  },
});
