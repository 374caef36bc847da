import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Mistakes by name: a file, text that occurs once in it, its replacement, and the test that catches it. */
export type Mutants = Record<string, { file: string; from: string; to: string; seenBy?: string }>;

/** Mistakes by file, then by name: the text, its replacement, and the test that catches it. */
export type Mistakes = Record<string, Record<string, [from: string, to: string, seenBy?: string]>>;

export function mutantsOf(mistakes: Mistakes): Mutants {
  const mutants = Object.entries(mistakes).flatMap(([file, named]) =>
    Object.entries(named).map(
      ([name, [from, to, seenBy]]) => [name, { file, from, to, ...(seenBy && { seenBy }) }] as const,
    ),
  );
  return Object.fromEntries(mutants);
}

/** Puts a mistake into the modules that tests load, without touching any file. */
export function mutate(mutants: Mutants, name: string | undefined): Plugin[] {
  if (name === undefined) return [];
  const mutant = mutants[name];
  if (!mutant) throw new Error(`There is no mutant ${name}.`);
  const { file, from, to } = mutant;
  if (!existsSync(file) || readFileSync(file, "utf8").split(from).length !== 2)
    throw new Error(`${file} does not say "${from}" once.`);
  return [
    {
      // The plugin's name has to differ, because transformed modules are cached across runs by it.
      name: `mutant: ${name}`,
      enforce: "pre",
      transform: (code, id) => (id.split("?")[0]?.endsWith(`/${file}`) ? code.replace(from, () => to) : null),
    },
  ];
}
