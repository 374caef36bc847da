import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** An icon's data without what lucide-react gives other tools: its name, its aliases, React's keys for a list that never changes. */
export function leanIcon(code: string): string {
  return code
    .replaceAll(/,\s*key: "\w+"/g, "")
    .replace(/,\s*aliases: \[[^\]]*\]/, "")
    .replace(/^\s*name: "[\w-]+",\n/m, "")
    .replace(/^__iconData\.node;\n/m, "");
}

const ours = (path: string) => fileURLToPath(new URL(`../../web/${path}`, import.meta.url));

const leanIcons: Plugin = {
  name: "lean-icons",
  enforce: "pre",
  apply: "build",
  resolveId: { filter: { id: /\/createLucideIcon\.mjs$/ }, handler: () => ours("ui/lean-icon.ts") },
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: leanIcon(code), map: null }),
  },
};

/** Hono's client sets cookies where somebody asks it to, which nothing in a browser can. */
const NO_COOKIES = `export const serialize = () => { throw new Error("A browser's script sets no Cookie header."); };`;

const leanClient: Plugin = {
  name: "lean-client",
  apply: "build",
  load: { filter: { id: /\/hono\/dist\/utils\/cookie\.js$/ }, handler: () => NO_COOKIES },
};

const leanPreload: Plugin = {
  name: "lean-preload",
  enforce: "pre",
  apply: "build",
  resolveId: { filter: { id: /vite\/preload-helper/ }, handler: () => ours("lib/fetch-ahead.ts") },
};

/** Packages of the first screen without what it has no use for. */
export const leanModules = [leanIcons, leanClient, leanPreload];
