import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { PICTURES } from "./artwork/pictures.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const STATIC = fileURLToPath(new URL("../web/static/", import.meta.url));
const RECORD = fileURLToPath(new URL("./artwork/drawn.json", import.meta.url));
const QUALITIES = [92, 88, 84, 80, 76, 72, 68, 64, 60];

const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex").slice(0, 16);

/** The picture in the best quality that keeps to its limit. @throws PlainError when none does */
async function rasterise(
  page: Page,
  { file, source, width, height, maxBytes }: (typeof PICTURES)[number],
): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block}</style>${source}`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (file.endsWith(".png")) return page.screenshot({ type: "png", omitBackground: true });
  for (const quality of QUALITIES) {
    const jpeg = await page.screenshot({ type: "jpeg", quality });
    if (jpeg.length <= maxBytes) return jpeg;
  }
  throw new PlainError(`${file} stays above ${maxBytes} bytes: draw it with fewer fine lines.`);
}

async function drawAll(): Promise<void> {
  const executablePath = await findBrowser((text) => console.log(`${text} …`));
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  const record: Record<string, { source: string; bytes: string }> = {};
  try {
    const page = await browser.newPage();
    for (const folder of ["artwork", "icons"]) await rm(`${STATIC}${folder}`, { recursive: true, force: true });
    for (const picture of PICTURES) {
      const bytes = await rasterise(page, picture);
      await mkdir(dirname(`${STATIC}${picture.file}`), { recursive: true });
      await writeFile(`${STATIC}${picture.file}`, bytes);
      record[picture.file] = { source: hash(picture.source), bytes: hash(bytes) };
      console.log(`${picture.file.padEnd(28)} ${(bytes.length / 1000).toFixed(1).padStart(5)} kB`);
    }
  } finally {
    await browser.close();
  }
  await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

await drawAll().catch(exitWith);
