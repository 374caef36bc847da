import type { Desk } from "./mixdown.ts";
import type { Score, Stage } from "./stage.ts";

export type Piece = Score & {
  slug: string;
  title: string;
  desk: Desk;
  play: (stage: Stage) => void;
};
