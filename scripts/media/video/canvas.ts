export const WIDTH = 960;
export const HEIGHT = 540;

export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

/** Light, not paint: values add up without bound and `develop` exposes them like film. */
export class Canvas {
  readonly light = new Float32Array(WIDTH * HEIGHT * 3);

  clear(): void {
    this.light.fill(0);
  }

  add(pixel: number, [red, green, blue]: Colour, amount: number): void {
    const at = pixel * 3;
    this.light[at] = (this.light[at] ?? 0) + red * amount;
    this.light[at + 1] = (this.light[at + 1] ?? 0) + green * amount;
    this.light[at + 2] = (this.light[at + 2] ?? 0) + blue * amount;
  }

  /** A line whose light falls off with distance; `reach` is the radius in pixels at which it has gone. */
  glowLine([ax, ay]: Point, [bx, by]: Point, colour: Colour, strength: number, core: number, reach: number): void {
    const [dx, dy] = [bx - ax, by - ay];
    const lengthSquared = dx * dx + dy * dy || 1;
    const top = Math.max(0, Math.floor(Math.min(ay, by) - reach));
    const bottom = Math.min(HEIGHT - 1, Math.ceil(Math.max(ay, by) + reach));
    const left = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
    const right = Math.min(WIDTH - 1, Math.ceil(Math.max(ax, bx) + reach));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / lengthSquared));
        const distance = Math.hypot(x - ax - along * dx, y - ay - along * dy);
        if (distance >= reach) continue;
        const fade = 1 - distance / reach;
        this.add(y * WIDTH + x, colour, (strength * fade * fade) / (1 + (distance / core) ** 2));
      }
    }
  }

  /** 8-bit RGB. The fixed dither hides the steps of dark gradients and, standing still, costs the codec nothing. */
  develop(): Uint8Array {
    const bytes = new Uint8Array(this.light.length);
    for (let i = 0; i < bytes.length; i++) {
      const pixel = Math.floor(i / 3);
      const dither = ((pixel * 0.7548776662 + Math.floor(pixel / WIDTH) * 0.5698402909) % 1) - 0.5;
      bytes[i] = Math.max(0, Math.min(255, Math.round(255 * (1 - Math.exp(-(this.light[i] ?? 0))) + dither)));
    }
    return bytes;
  }
}
