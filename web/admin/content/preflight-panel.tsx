import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { errorDetail } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { preflightQuery } from "./content.query.ts";
import { PreflightLines } from "./preflight-lines.tsx";

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
          <Button variant="ghost" size="sm" isBusy={preflight.isFetching} onClick={() => preflight.refetch()}>
            Check again
          </Button>
        )}
      </div>
      {preflight.data ? (
        <PreflightLines lines={preflight.data} />
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
