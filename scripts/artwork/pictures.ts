import { ARTWORK_COUNT, SHARED_PAGES, SQUARE_SIZE } from "../../domain/rules/artwork.ts";
import { COVER_SIZE, cover } from "./cover.ts";
import { Drawing, HEIGHT, WIDTH } from "./drawing.ts";
import { icon } from "./icons.ts";
import { gift } from "./scenes/gifts.ts";
import { drawScene, drawSquare, SCENES } from "./scenes.ts";
import { sharePicture } from "./share-pictures.ts";

type Picture = {
  /** Below web/static. */
  file: string;
  /** An SVG, or a document with one. */
  source: string;
  width: number;
  height: number;
  /** JPEG is drawn as well as fits into it, PNG as it is. Mail programs read these two and no other kind. */
  maxBytes: number;
};

const fileOf = (index: number) => `${String(index + 1).padStart(2, "0")}.jpg`;
const days = SCENES.map(([name], index): Picture => {
  return { file: `artwork/${fileOf(index)}`, source: drawScene(name), width: WIDTH, height: HEIGHT, maxBytes: 40_000 };
});
const squares = SCENES.map(([name], index): Picture => {
  const source = drawSquare(name, SQUARE_SIZE);
  return {
    file: `artwork/square/${fileOf(index)}`,
    source,
    width: SQUARE_SIZE,
    height: SQUARE_SIZE,
    maxBytes: 25_000,
  };
});
if (days.length !== ARTWORK_COUNT) throw new Error(`There are ${days.length} scenes for ${ARTWORK_COUNT} pictures.`);

const shared = SHARED_PAGES.map((page): Picture => {
  return {
    file: `artwork/share/${page}.jpg`,
    source: sharePicture(page),
    width: WIDTH,
    height: HEIGHT,
    maxBytes: 70_000,
  };
});

function drawGift(): string {
  const drawing = new Drawing(34);
  gift(drawing);
  return drawing.toSvg();
}

const appIcon = (name: string, size: number, source: string): Picture => {
  return { file: `icons/${name}.png`, source, width: size, height: size, maxBytes: 35_000 };
};

/** Every picture that is drawn here and committed. */
export const PICTURES: Picture[] = [
  ...days,
  ...squares,
  ...shared,
  { file: "artwork/gift.jpg", source: drawGift(), width: WIDTH, height: HEIGHT, maxBytes: 60_000 },
  { file: "artwork/cover.jpg", source: cover(), width: COVER_SIZE, height: COVER_SIZE, maxBytes: 500_000 },
  appIcon("icon-192", 192, icon(192, "rounded")),
  appIcon("icon-512", 512, icon(512, "rounded")),
  appIcon("maskable-512", 512, icon(512, "safe-zone")),
  appIcon("apple-touch-icon", 180, icon(180, "full")),
];
