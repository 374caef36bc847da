/** A failure the person at the terminal can act on: printed as it is, without a stack. */
export class PlainError extends Error {}

/** Ends the process with one clear sentence, or with the whole error when nobody foresaw it. */
export function exitWith(error: unknown): never {
  console.error(error instanceof PlainError ? `\n${error.message}\n` : error);
  process.exit(1);
}
