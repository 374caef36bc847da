import { Drawing } from "./drawing.ts";
import { pylons, skyline, street } from "./scenes/city.ts";
import { arches, door, stairs } from "./scenes/doors.ts";
import { fan, filament, storm, strike } from "./scenes/electric.ts";
import { dial, six, slats } from "./scenes/instruments.ts";
import { contours, dunes, firs, saddle, summit } from "./scenes/land.ts";
import { equaliser, pulse } from "./scenes/signals.ts";
import { comet, constellation, eclipse, limb, orbits } from "./scenes/space.ts";
import { firstLight, lighthouse, sail, waves } from "./scenes/water.ts";
import { bridge, openRoad, trails } from "./scenes/ways.ts";

/** The scenes in the order of the days: what lies beside one another differs in kind and in shape. */
export const SCENES = [
  ["first-light", firstLight],
  ["strike", strike],
  ["skyline", skyline],
  ["contours", contours],
  ["open-road", openRoad],
  ["eclipse", eclipse],
  ["firs", firs],
  ["pulse", pulse],
  ["arches", arches],
  ["lighthouse", lighthouse],
  ["slats", slats],
  ["summit", summit],
  ["filament", filament],
  ["trails", trails],
  ["dunes", dunes],
  ["dial", dial],
  ["bridge", bridge],
  ["storm", storm],
  ["stairs", stairs],
  ["constellation", constellation],
  ["waves", waves],
  ["six", six],
  ["street", street],
  ["fan", fan],
  ["orbits", orbits],
  ["saddle", saddle],
  ["equaliser", equaliser],
  ["sail", sail],
  ["limb", limb],
  ["door", door],
  ["pylons", pylons],
  ["comet", comet],
] as const satisfies [name: string, scene: (d: Drawing) => void][];

export type SceneName = (typeof SCENES)[number][0];

function draw(wanted: SceneName): Drawing {
  const index = SCENES.findIndex(([name]) => name === wanted);
  const scene = SCENES[index]?.[1];
  if (!scene) throw new Error(`There is no scene ${wanted}.`);
  const drawing = new Drawing(index + 1);
  scene(drawing);
  return drawing;
}

/** A scene as SVG, the same at every run. */
export function drawScene(name: SceneName): string {
  return draw(name).toSvg();
}

/** Its middle square, `size` pixels a side. */
export function drawSquare(name: SceneName, size: number): string {
  return draw(name).toSvg({ width: size, height: size });
}
