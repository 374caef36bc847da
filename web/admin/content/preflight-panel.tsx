import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Loaded } from "../parts/loaded.tsx";
import { SmallButton } from "../parts/small-button.tsx";
import { preflightQuery } from "./content.query.ts";
import { PreflightLines } from "./preflight-lines.tsx";

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
          <SmallButton variant="ghost" isBusy={preflight.isFetching} onClick={() => preflight.refetch()}>
            Check again
          </SmallButton>
        )}
      </div>
      <Loaded query={preflight} loading="Checking files, video and mail..." failed="The checks did not run">
        {(lines) => <PreflightLines lines={lines} />}
      </Loaded>
    </section>
  );
}
