import { clsx } from "clsx";

/** The result of a form. The live region exists before its text does, so that screen readers announce it. */
export function FormResult({ text, isFailure }: { text: string | false | undefined; isFailure: boolean }) {
  return (
    <p
      role={isFailure ? "alert" : "status"}
      className={clsx(
        "wrap-anywhere rounded-xl border px-4 py-3 font-semibold empty:hidden",
        isFailure ? "border-bad/50 bg-bad/10" : "border-good/40 bg-good/10",
      )}
    >
      {text}
    </p>
  );
}
