import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Mistakes by their names: in which file what stands instead of what, which stands there once, and the test of its own that sees it. */
export type Mutants = Record<string, { file: string; from: string; to: string; seenBy?: string }>;

/** The same by file: what stands there, and what instead. */
export type Mistakes = Record<string, Record<string, [from: string, to: string, seenBy?: string]>>;

export function mutantsOf(mistakes: Mistakes): Mutants {
  const mutants = Object.entries(mistakes).flatMap(([file, named]) =>
    Object.entries(named).map(
      ([name, [from, to, seenBy]]) => [name, { file, from, to, ...(seenBy && { seenBy }) }] as const,
    ),
  );
  return Object.fromEntries(mutants);
}

/** Puts a mistake into what the tests load; no file is touched. */
export function mutate(mutants: Mutants, name: string | undefined): Plugin[] {
  if (name === undefined) return [];
  const mutant = mutants[name];
  if (!mutant) throw new Error(`There is no mutant ${name}.`);
  const { file, from, to } = mutant;
  if (!existsSync(file) || readFileSync(file, "utf8").split(from).length !== 2)
    throw new Error(`${file} does not say "${from}" once.`);
  return [
    {
      // What was transformed is kept from run to run by the plugins' names.
      name: `mutant: ${name}`,
      enforce: "pre",
      transform: (code, id) => (id.split("?")[0]?.endsWith(`/${file}`) ? code.replace(from, () => to) : null),
    },
  ];
}
