import { PlainError } from "../../stack/run-tool.ts";

/** We can't reach a provider because we don't have its key. */
export class NotReached extends PlainError {}

export type SetupStep = {
  title: string;
  /** What the step would create, for a dry run. */
  makes: string;
  /** Describes what exists already, or returns null. Only reads. */
  check(): Promise<string | null>;
  /** Creates it, so that the next `check` finds it. Describes what was created. */
  make(): Promise<string>;
};

type Run = { isDry: boolean; say: (line: string) => void; onMade: () => void };

/** Looks for each resource in turn and creates what's missing. Results are saved before the next step starts. */
export async function takeSteps(steps: SetupStep[], { isDry, say, onMade }: Run): Promise<void> {
  const unreached: { title: string; why: string }[] = [];
  for (const { title, makes, check, make } of steps) {
    const found = await check().catch((error: unknown) => {
      if (isDry && error instanceof NotReached) return error;
      throw error;
    });
    if (found instanceof NotReached) unreached.push({ title, why: found.message });
    else if (found !== null) say(`✓ ${title}: ${found}`);
    else if (isDry) say(`+ ${title}: would ${makes}.`);
    else say(`+ ${title}: ${await make()}`);
    if (!isDry) onMade();
  }
  for (const [why, those] of Map.groupBy(unreached, (one) => one.why))
    say(`? ${why} Would check, and create what's missing:\n    ${those.map(({ title }) => title).join("\n    ")}`);
}
