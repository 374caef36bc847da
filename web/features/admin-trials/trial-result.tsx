import { clsx } from "clsx";
import { ApiError } from "../../lib/api-error.ts";

type TrialResultProps = { message: string | undefined; error: Error | null };

/** The server's answer with a check mark or a cross (spec section 8). The live region is there before its text is. */
export function TrialResult({ message, error }: TrialResultProps) {
  const failure = error instanceof ApiError ? error.serverText : "Failed to create trial account";
  const text = error ? `✗ ${failure}` : message && `✓ ${message}`;
  return (
    <p
      role={error ? "alert" : "status"}
      className={clsx(
        "break-words rounded-xl border px-4 py-3 font-semibold empty:hidden",
        error ? "border-bad/50 bg-bad/10" : "border-good/40 bg-good/10",
      )}
    >
      {text}
    </p>
  );
}
