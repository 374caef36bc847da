import { clsx } from "clsx";
import { formErrorText } from "../../lib/api-error.ts";

type TrialResultProps = { message: string | undefined; error: Error | null };

/** The server's answer with a check mark or a cross (spec section 8). The live region is there before its text is. */
export function TrialResult({ message, error }: TrialResultProps) {
  const text = error ? `❌ ${formErrorText(error, "Failed to create trial account")}` : message && `✅ ${message}`;
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
