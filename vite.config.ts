import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, runnerImport } from "vite";
import { BRAND } from "./domain/brand.ts";
import { siteFiles } from "./scripts/build/site-files.ts";
import { themeColors } from "./scripts/build/theme-colors.ts";

const ROOT = fileURLToPath(new URL("./", import.meta.url));

/** Writes brand and colours into the HTML shells, which show some before any stylesheet has arrived: each has one source. */
const brandedShells: Plugin = {
  name: "branded-shells",
  transformIndexHtml(html) {
    const colors = themeColors();
    return html
      .replaceAll("%BRAND_NAME%", BRAND.name)
      .replaceAll(/THEME_([A-Z]+)/g, (mark, name: string) => colors[name.toLowerCase()] ?? mark);
  },
};

type Renderer = { renderPublicPages: (shell: string) => Record<string, string> };

/** Writes the public pages as finished HTML into the shell that Vite has filled with the hashed assets. */
const prerenderedPages: Plugin = {
  name: "prerendered-pages",
  enforce: "post",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const shell = bundle["public/index.html"];
      if (shell?.type !== "asset") throw new Error("Vite wrote no public/index.html.");
      const { module } = await runnerImport<Renderer>(`${ROOT}web/public/render-public-pages.tsx`, {
        root: ROOT,
        configFile: false,
        logLevel: "error",
      });
      delete bundle["public/index.html"];
      for (const [file, source] of Object.entries(module.renderPublicPages(String(shell.source)))) {
        this.emitFile({ type: "asset", fileName: `public/${file}`, source });
      }
    },
  },
};

/** Writes the manifest, robots.txt and the sitemap. */
const derivedFiles: Plugin = {
  name: "derived-files",
  apply: "build",
  generateBundle() {
    for (const [fileName, source] of Object.entries(siteFiles())) this.emitFile({ type: "asset", fileName, source });
  },
};

/** What every page of the app needs, and so comes in one piece. */
const NEEDED_BY_EVERY_PAGE = new RegExp(
  [
    "node_modules/(wouter|regexparam|use-sync-external-store|hono|@tanstack|jotai|clsx)/",
    "lucide-react/dist/esm/(shared|Icon|create|context|default)",
    "web/ui/(button|state-panel|field|alert|use-toast)\\.tsx?",
    "web/lib/(api|api-error|auth-token|use-document-title|sign-out|load-chunk)\\.ts",
    "web/brand/page-shell",
    "domain/(brand|paths)",
  ].join("|"),
);

/** An entry a folder: web/public is prerendered, web/app is the members' and admin's app, web/embed what that frames. */
export default defineConfig({
  root: "web",
  publicDir: "static",
  plugins: [react(), tailwindcss(), brandedShells, prerenderedPages, derivedFiles],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Every browser that reads this CSS knows modulepreload.
    modulePreload: {
      polyfill: false,
      // A public page's script does nothing at first: what it imports need not compete with the page itself.
      resolveDependencies: (_file, files, { hostId, hostType }) =>
        hostType === "html" && hostId.includes("public") ? [] : files,
    },
    rolldownOptions: {
      input: { app: "web/app/index.html", public: "web/public/index.html", embed: "web/embed/index.html" },
      // One piece compresses better than many; the checkout of the public pages needs React alone.
      output: {
        codeSplitting: {
          groups: [
            { name: "react", priority: 2, test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "framework", priority: 1, test: NEEDED_BY_EVERY_PAGE },
          ],
        },
      },
    },
  },
});
