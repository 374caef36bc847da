import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { BRAND } from "./domain/brand.ts";
import { baselineCss } from "./scripts/build/baseline-css.ts";
import { leanModules } from "./scripts/build/lean-modules.ts";
import { prerenderedPages } from "./scripts/build/prerendered-pages.ts";
import { siteFiles } from "./scripts/build/site-files.ts";
import { themeColors } from "./scripts/build/theme-colors.ts";

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

/** Writes the manifest, robots.txt and the sitemap. */
const derivedFiles: Plugin = {
  name: "derived-files",
  apply: "build",
  generateBundle() {
    for (const [fileName, source] of Object.entries(siteFiles())) this.emitFile({ type: "asset", fileName, source });
  },
};

/** Behind Tailwind's own, which minifies what it writes. */
const baselineStyles: Plugin = {
  name: "baseline-styles",
  enforce: "pre",
  apply: "build",
  transform: { filter: { id: /\.css$/ }, handler: (code) => ({ code: baselineCss(code), map: null }) },
};

/** A piece of the app holds the modules whose path has one of these in it. */
function pieceOf(...paths: string[]): RegExp {
  return new RegExp(paths.join("|"));
}

/**
 * The app's pieces by who needs them, the most general first: what is in one is in none of the next. A file costs 0.3 kB of headers
 * and compresses worse by itself. Whatever is named nowhere Vite puts beside what imports it.
 */
const PIECES: Record<string, RegExp> = {
  // The checkout of the public pages needs React alone.
  react: /node_modules\/(react|react-dom|scheduler)\//,
  // Public pages have it as well, and nothing else of the app.
  preload: pieceOf("web/lib/fetch-ahead", "web/features/payments/kept-checkout", "web/lib/tab-storage"),
  framework: pieceOf(
    "node_modules/(react-router|hono|jotai|clsx)/",
    // The administrator alone has lists without an end.
    "node_modules/@tanstack/.*/(?!infiniteQueryObserver|useInfiniteQuery)[^/]+$",
    "web/ui/lean-icon",
    "icons/(arrow-left|layout-dashboard|x)\\.",
    "web/ui/(button|dock-height\\.atoms|lazy-section|state-panel|use-lazy-part|use-toast)\\.tsx?",
    "web/lib/(admin-status\\.atoms|api|api-error|auth-token|query-client|use-document-title|sign-out|load-chunk)\\.ts",
    "web/features/auth/(link-token|return-path|session\\.query)\\.ts",
    "web/brand/page-shell",
    "domain/(brand|paths)",
  ),
  alert: pieceOf("web/ui/alert", "web/lib/failure-text", "icons/(circle-check|circle-exclamation-point|info)\\."),
  "sign-in": pieceOf(
    "web/features/auth/(auth-frame|start-session)\\.ts",
    "web/ui/(field|password-field|use-checked-form)\\.tsx?",
    "icons/(eye|eye-off)\\.",
    "domain/rules/credentials",
  ),
  member: pieceOf(
    "web/app/(app-player|member-frame)\\.tsx",
    "web/brand/(artwork|dock|vip-mark)\\.tsx",
    "web/ui/badge\\.ts",
    "web/features/auth/(bottom-nav|member-nav|require-session|use-logout)\\.ts",
    "web/features/content/(content\\.query|dashboard-address|dial-geometry|opens-on)\\.ts",
    "web/features/members/(access-ended|member-words|profile\\.query)\\.ts",
    "web/features/player/player\\.atoms\\.ts",
    "web/features/progress/progress\\.query",
    "domain/rules/(artwork|calendar-days|local-time|time-zones)",
    "icons/(alarm-clock(-off)?|calendar-(check|clock)|check|chevron-(down|left|right)|clock|flame|hourglass|log-out|play|shield-check|sun|zap)\\.",
  ),
  player: pieceOf(
    "web/app/player-host\\.tsx",
    "web/features/player/(active-medium\\.atoms|item-track\\.atoms|keys\\.atoms|media-time|mini-player|play-icon|player-preferences|use-media-recovery|use-media-session|use-media-state|use-playback-reports|use-resume|use-sleep-timer|use-speed-of-member)\\.ts",
    "web/features/progress/(item-progress\\.query|mark-not-done|progress-reporter|resume-point|save-progress|use-progress-reporter|waiting-reports)",
    "web/lib/pending-progress",
    "domain/rules/(completion|playback)",
    "icons/(rotate-ccw|search-x)\\.",
  ),
  // What its video, a chunk of its own, has in common with the item's page.
  "content-page": pieceOf(
    "web/pages/content-page\\.tsx",
    "web/features/player/(media-failure|playback-button|resumed-notice|use-player-keys)",
  ),
};

const WITH_EVERY_PAGE = /\/(react|preload|framework|rolldown-runtime)-/;

/** An entry a folder: web/public is prerendered, web/app is the members' and admin's app, web/embed what that frames. */
export default defineConfig({
  root: "web",
  publicDir: "static",
  plugins: [react(), tailwindcss(), leanModules, baselineStyles, brandedShells, prerenderedPages, derivedFiles],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Every browser that reads this CSS knows modulepreload.
    modulePreload: {
      polyfill: false,
      // A public page's script does nothing at first: what it imports need not compete with the page itself. In the app whatever
      // asks for more has come with its first pieces. A first page's document names its code, and the next pages' the service worker
      // has by then: the app's beginning names their styles alone, and so do the dashboard's pieces, whose sheets few open at once.
      resolveDependencies: (_file, files, { hostId, hostType }) => {
        if (hostId.includes("public")) return hostType === "html" ? [] : files;
        if (hostType === "html") return files;
        const needed = /\/(app|start|member|dashboard-page)-/.test(hostId) ? /\.css$/ : /./;
        return files.filter((file) => needed.test(file) && !WITH_EVERY_PAGE.test(file));
      },
    },
    rolldownOptions: {
      input: { app: "web/app/index.html", public: "web/public/index.html", embed: "web/embed/index.html" },
      output: {
        codeSplitting: {
          groups: Object.entries(PIECES).map(([name, test], place, { length }) => ({
            name,
            test,
            priority: length - place,
          })),
        },
      },
    },
  },
});
