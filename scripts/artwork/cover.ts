import { BRAND } from "../../domain/brand.ts";
import { themeColor } from "../build/theme-colors.ts";
import { Drawing, type Point } from "./drawing.ts";
import { ground, horizon, rays, sky } from "./light.ts";
import { bolt } from "./lightning.ts";
import { BOLT, EMBER, FLARE, NIGHT } from "./palette.ts";
import { fontFace } from "./share-pictures.ts";

/** Sides of the cover, in pixels: the most that directories of podcasts take. */
export const COVER_SIZE = 3000;

/** The bolt over the horizon, in the middle square of a drawing. */
function scene(): string {
  const d = new Drawing(33);
  const source: Point = [600, 408];
  sky(d, source, 470, 0.66);
  rays(d, source, 0, 180, 17, 0.26, 620);
  ground(d, source[1], 0.12);
  horizon(d, source[1], 600, 400, 4);
  bolt(d, [604, 220], 372, 0.6);
  return d.toSvg({ width: COVER_SIZE, height: COVER_SIZE });
}

/** The cover of the feeds as a document: the bolt above, the name and the tagline below its horizon. */
export function cover(): string {
  return `<style>
${fontFace()}
body{margin:0;width:${COVER_SIZE}px;height:${COVER_SIZE}px;overflow:hidden;background:${NIGHT};font-family:Archivo;text-align:center}
.scene{position:absolute;inset:0}
.words{position:absolute;inset:2110px 0 0}
h1{margin:0;font-size:430px;font-weight:900;font-stretch:125%;line-height:1;letter-spacing:-.035em;text-transform:uppercase;color:transparent;background:linear-gradient(100deg,${BOLT} 20%,${FLARE},${EMBER} 85%);background-clip:text}
p{margin:84px 0 0;font-size:150px;font-weight:700;font-stretch:115%;color:${themeColor("ink")}}
</style>
<div class="scene">${scene()}</div><div class="words"><h1>${BRAND.name}</h1><p>${BRAND.tagline}</p></div>`;
}
