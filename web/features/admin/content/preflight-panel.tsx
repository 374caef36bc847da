import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { useId } from "react";
import type { PreflightResult } from "#domain/rules/preflight.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { StatePanel } from "../../../ui/state-panel.tsx";
import { preflightQuery } from "./content.query.ts";

const LOOKS: Record<PreflightResult, { icon: LucideIcon; color: string; word: string }> = {
  fail: { icon: CircleX, color: "text-bad", word: "Failed" },
  warning: { icon: TriangleAlert, color: "text-warn", word: "Warning" },
  pass: { icon: CircleCheck, color: "text-good", word: "Passed" },
};
const GRAVEST_FIRST = Object.keys(LOOKS) as PreflightResult[];

/** What would go wrong on the day, and how to mend it. */
export function PreflightPanel({ item }: { item: { id: string; version: number } }) {
  const heading = useId();
  const preflight = useQuery(preflightQuery(item));
  return (
    <section aria-labelledby={heading} className="grid gap-3 rounded-xl border border-line bg-night p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id={heading} className="font-bold">
          Preflight
        </h3>
        {preflight.data && (
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11"
            isBusy={preflight.isFetching}
            onClick={() => preflight.refetch()}
          >
            Check again
          </Button>
        )}
      </div>
      {preflight.data ? (
        <ul className="grid gap-3">
          {GRAVEST_FIRST.flatMap((result) => preflight.data.filter((line) => line.result === result)).map(
            ({ check, result, message }) => {
              const { icon: Icon, color, word } = LOOKS[result];
              return (
                <li key={check} className="flex items-start gap-3 text-sm">
                  <Icon aria-label={word} role="img" className={`mt-0.5 size-5 shrink-0 ${color}`} />
                  <p className="wrap-anywhere min-w-0">
                    <strong>{check}</strong> <span className="text-muted">{message}</span>
                  </p>
                </li>
              );
            },
          )}
        </ul>
      ) : preflight.isPending ? (
        <StatePanel kind="loading" title="Checking files, video and mail..." />
      ) : (
        <StatePanel
          kind="error"
          title="The checks did not run"
          detail={errorDetail(preflight.error)}
          retry={preflight}
        />
      )}
    </section>
  );
}
