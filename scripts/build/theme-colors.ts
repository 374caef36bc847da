import { readFileSync } from "node:fs";

/** The theme's colors by name. web/ui/theme.css is their one source: shells and manifest read it here. */
export function themeColors(): Record<string, string> {
  const css = readFileSync(new URL("../../web/ui/theme.css", import.meta.url), "utf8");
  return Object.fromEntries([...css.matchAll(/--color-(\w+): (#\w+);/g)].map(([, name = "", hex = ""]) => [name, hex]));
}

/** @throws Error when the theme has no such colour */
export function themeColor(name: string): string {
  const hex = themeColors()[name];
  if (hex === undefined) throw new Error(`web/ui/theme.css has no --color-${name}.`);
  return hex;
}
