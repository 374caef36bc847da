import { expect } from "vitest";

/** A file that imports from each source and uses what it gets. */
export function importing(...sources: string[]): string {
  const lines = sources.map((source, index) => `import { a${index} } from "${source}";`);
  return `${lines.join("\n")}\nexport const all = [${sources.map((_, index) => `a${index}`)}];\n`;
}

/** As many messages, each with this part. */
export function each(count: number, part: string): unknown[] {
  return Array.from({ length: count }, () => expect.stringContaining(part));
}
