/** Of every picture, in pixels. */
export const WIDTH = 1200;
export const HEIGHT = 630;

export type Point = readonly [x: number, y: number];
/** Offset (0–1), colour, opacity. */
export type Stop = readonly [offset: number, color: string, opacity?: number];
type Attributes = Record<string, string | number | undefined>;

const round = (value: number) => Math.round(value * 10) / 10;

/** The path through points, closed on demand. */
export function pathOf(points: readonly Point[], close = true): string {
  const [first, ...rest] = points.map(([x, y]) => `${round(x)} ${round(y)}`);
  return `M${first}${rest.map((point) => `L${point}`).join("")}${close ? "z" : ""}`;
}

/** Points as they stand in SVG: "0 10, 20 30". */
export function points(text: string): Point[] {
  return text.split(",").map((pair) => {
    const [x = 0, y = 0] = pair.trim().split(" ").map(Number);
    return [x, y];
  });
}

/** The point at an angle: 0° to the right, 90° up. */
export function polar([x, y]: Point, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
}

/** Counts from `from` to below `before`. */
export function range(from: number, before: number, step = 1): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((before - from) / step)) }, (_, index) => from + index * step);
}

/** One picture while it is drawn: shapes in order, their gradients, and chance that is the same at every run. */
export class Drawing {
  readonly #shapes: string[] = [];
  readonly #definitions: string[] = [];
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number between the two. Mulberry32, so that a seed gives the same picture everywhere. */
  random(from = 0, to = 1): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * (to - from);
  }

  linear([x1, y1]: Point, [x2, y2]: Point, stops: readonly Stop[]): string {
    return this.#define("linearGradient", { gradientUnits: "userSpaceOnUse", x1, y1, x2, y2 }, stopsOf(stops));
  }

  radial([cx, cy]: Point, r: number, stops: readonly Stop[]): string {
    return this.#define("radialGradient", { gradientUnits: "userSpaceOnUse", cx, cy, r }, stopsOf(stops));
  }

  /** What is drawn with this clip shows inside the path alone. */
  clip(d: string): string {
    return this.#define("clipPath", {}, element("path", { d }));
  }

  blur(deviation: number): string {
    const area = { x: "-100%", y: "-100%", width: "300%", height: "300%" };
    return this.#define("filter", area, element("feGaussianBlur", { stdDeviation: deviation }));
  }

  path(d: string, fill: string, more: Attributes = {}): void {
    this.#shapes.push(element("path", { d, fill, ...more }));
  }

  polygon(points: readonly Point[], fill: string, more: Attributes = {}): void {
    this.path(pathOf(points), fill, more);
  }

  stroke(d: string, stroke: string, width: number, more: Attributes = {}): void {
    this.path(d, "none", {
      stroke,
      "stroke-width": width,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      ...more,
    });
  }

  circle([cx, cy]: Point, r: number, fill: string, more: Attributes = {}): void {
    this.#shapes.push(element("circle", { cx, cy, r, fill, ...more }));
  }

  rect(x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): void {
    this.#shapes.push(element("rect", { x, y, width, height, fill, ...more }));
  }

  /** Another size than the picture's own shows its middle. */
  toSvg(shown: { width: number; height: number } = { width: WIDTH, height: HEIGHT }): string {
    const fit = shown.width === WIDTH ? "" : ' preserveAspectRatio="xMidYMid slice"';
    const size = `width="${shown.width}" height="${shown.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}"${fit}`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.#definitions.join("")}</defs>${this.#shapes.join("")}</svg>`;
  }

  #define(name: string, attributes: Attributes, content: string): string {
    const id = `d${this.#definitions.length}`;
    this.#definitions.push(element(name, { id, ...attributes }, content));
    return `url(#${id})`;
  }
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) => element("stop", { offset, "stop-color": color, "stop-opacity": opacity }))
    .join("");
}

function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? Math.round(value * 100) / 100 : value}"`);
  return `<${name}${written.join("")}>${content}</${name}>`;
}
