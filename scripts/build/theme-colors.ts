import { readFileSync } from "node:fs";

/** The theme's colors by name. HTML shells and the manifest get them from their one source, web/ui/theme.css. */
export function themeColors(): Record<string, string> {
  const css = readFileSync(new URL("../../web/ui/theme.css", import.meta.url), "utf8");
  return Object.fromEntries([...css.matchAll(/--color-(\w+): (#\w+);/g)].map(([, name = "", hex = ""]) => [name, hex]));
}

/** @throws Error if the theme has no such color */
export function themeColor(name: string): string {
  const hex = themeColors()[name];
  if (hex === undefined) throw new Error(`web/ui/theme.css has no --color-${name}.`);
  return hex;
}
