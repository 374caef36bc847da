import { readFileSync } from "node:fs";
import { BRAND } from "../../domain/brand.ts";
import type { SHARED_PAGES } from "../../domain/rules/artwork.ts";
import { themeColor } from "../build/theme-colors.ts";
import { HEIGHT, WIDTH } from "./drawing.ts";
import { BOLT, EMBER, NIGHT } from "./palette.ts";
import { drawScene, type SceneName } from "./scenes.ts";

type Words = { scene: SceneName; shift: number; lines: string; accent: string; below: string };

/** What a shared link shows beside its title; `accent` is the end of the words, in the colours of the bolt. */
const WORDS: Record<(typeof SHARED_PAGES)[number], Words> = {
  home: { scene: "dial", shift: 290, ...split(BRAND.tagline), below: "The daily wake-up membership" },
  subscribe: {
    scene: "strike",
    shift: 300,
    lines: "Pick your",
    accent: "charge.",
    below: "Two plans, one morning habit",
  },
  gift: { scene: "door", shift: 300, lines: "Give them", accent: "mornings.", below: "A month or a year, as a gift" },
};

function split(sentence: string): { lines: string; accent: string } {
  const words = sentence.split(" ");
  return { lines: words.slice(0, -1).join(" "), accent: words.at(-1) ?? "" };
}

export const fontFace = () => {
  const font = readFileSync(new URL("../../web/ui/fonts/archivo-basic.woff2", import.meta.url)).toString("base64");
  return `@font-face{font-family:Archivo;font-weight:400 900;font-stretch:100% 125%;src:url(data:font/woff2;base64,${font})}`;
};

/** The icon's mark, without its ground. */
export function brandMark(): string {
  const icon = readFileSync(new URL("../../web/static/favicon.svg", import.meta.url), "utf8");
  return icon.replace(/<rect[^>]*>/, "");
}

/** The picture of a shared link as a document: the scene on the right, the words on the left. */
export function sharePicture(page: keyof typeof WORDS): string {
  const { scene, shift, lines, accent, below } = WORDS[page];
  const ink = themeColor("ink");
  return `<style>
${fontFace()}
body{margin:0;width:${WIDTH}px;height:${HEIGHT}px;overflow:hidden;background:${NIGHT};color:${ink};font-family:Archivo}
.scene{position:absolute;left:${shift}px}
.shade{position:absolute;inset:0;background:linear-gradient(90deg,${NIGHT} ${shift}px,${NIGHT}cc 48%,transparent 68%)}
.words{position:absolute;inset:72px;display:flex;flex-direction:column;justify-content:space-between}
.brand{display:flex;align-items:center;gap:16px;font-size:40px;font-weight:800;font-stretch:112%}
.brand svg{width:60px;height:60px}
h1{margin:0;max-width:820px;font-size:92px;font-weight:900;font-stretch:125%;line-height:.96;letter-spacing:-.03em;text-transform:uppercase}
em{display:block;font-style:normal;color:transparent;background:linear-gradient(100deg,${BOLT},${EMBER});background-clip:text}
p{margin:0;font-size:30px;font-weight:600;font-stretch:112%;color:${themeColor("muted")}}
</style>
<div class="scene">${drawScene(scene)}</div><div class="shade"></div>
<div class="words"><div class="brand">${brandMark()}${BRAND.name}</div><h1>${lines} <em>${accent}</em></h1><p>${below}</p></div>`;
}
