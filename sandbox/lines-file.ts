import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type * as z from "zod";

/** A line of an earlier run; null for one that its end cut off. */
function parsed<Line>(schema: z.ZodType<Line>, text: string): Line | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const textOf = (line: unknown) => `${JSON.stringify(line)}\n`;

/** The newest lines of earlier runs, oldest first, and a file that keeps those to come. */
export function openLinesFile<Line>(file: string, { schema, kept }: { schema: z.ZodType<Line>; kept: number }) {
  const texts = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const lines = texts.flatMap((text) => parsed(schema, text) ?? []).slice(-kept);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map(textOf).join(""));
  return {
    lines,
    add: (line: Line) => appendFileSync(file, textOf(line)),
    clear: () => writeFileSync(file, ""),
  };
}
