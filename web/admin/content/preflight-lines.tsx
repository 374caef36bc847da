import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import type { PreflightLine, PreflightResult } from "#domain/rules/preflight.ts";

const LOOKS: Record<PreflightResult, { icon: LucideIcon; color: string; word: string }> = {
  fail: { icon: CircleX, color: "text-bad", word: "Failed" },
  warning: { icon: TriangleAlert, color: "text-warn", word: "Warning" },
  pass: { icon: CircleCheck, color: "text-good", word: "Passed" },
};
const GRAVEST_FIRST = Object.keys(LOOKS) as PreflightResult[];

export function PreflightLines({ lines }: { lines: readonly PreflightLine[] }) {
  return (
    <ul className="grid gap-3 empty:hidden">
      {GRAVEST_FIRST.flatMap((result) => lines.filter((line) => line.result === result)).map(
        ({ check, result, message }) => {
          const { icon: Icon, color, word } = LOOKS[result];
          return (
            <li key={check} className="flex items-start gap-3 text-sm">
              <Icon aria-label={word} role="img" className={`mt-0.5 size-5 shrink-0 ${color}`} />
              <p className="wrap-anywhere min-w-0">
                <strong>{check}</strong> <span className="whitespace-pre-line text-muted">{message}</span>
              </p>
            </li>
          );
        },
      )}
    </ul>
  );
}
