import { PlainError } from "../../stack/run-tool.ts";

/** A provider cannot be asked, since its key is not known. */
export class NotReached extends PlainError {}

export type SetupStep = {
  title: string;
  /** What is made where it is not there, as a dry run says it. */
  makes: string;
  /** What is there already, in words, or null. Reads only. */
  check(): Promise<string | null>;
  /** Makes it, so that a `check` after it finds it; answers what it has made. */
  make(): Promise<string>;
};

type Run = { isDry: boolean; say: (line: string) => void; onMade: () => void };

/** Looks for each thing in turn and makes what is not there. What a step has made is kept before the next one begins. */
export async function takeSteps(steps: SetupStep[], { isDry, say, onMade }: Run): Promise<void> {
  for (const { title, makes, check, make } of steps) {
    const found = await check().catch((error: unknown) => {
      if (isDry && error instanceof NotReached) return error;
      throw error;
    });
    if (found instanceof NotReached) say(`? ${title}: ${found.message} Would check, and ${makes} if needed.`);
    else if (found !== null) say(`✓ ${title}: ${found}`);
    else if (isDry) say(`+ ${title}: would ${makes}.`);
    else say(`+ ${title}: ${await make()}`);
    if (!isDry) onMade();
  }
}
