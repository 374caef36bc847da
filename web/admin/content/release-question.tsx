import type { PreflightResponse } from "#domain/contract/content/library.ts";
import { Button } from "../../ui/button.tsx";
import { PreflightLines } from "./preflight-lines.tsx";

type ReleaseQuestionProps = {
  /** The checks that failed; none where they could not be run. */
  lines: PreflightResponse;
  onConfirm: () => void;
  onRefuse: () => void;
};

/** Before a day is released against its checks. */
export function ReleaseQuestion({ lines, onConfirm, onRefuse }: ReleaseQuestionProps) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-warn/60 bg-warn/10 p-4">
      <legend className="sr-only">Publish all the same?</legend>
      <p role="alert" className="font-semibold">
        {lines.length === 0
          ? "The checks did not run. Publish all the same?"
          : "Not published yet: mend this first. Publish all the same?"}
      </p>
      <PreflightLines lines={lines} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onRefuse}>
          Keep it a draft
        </Button>
        <Button size="sm" onClick={onConfirm}>
          Publish all the same
        </Button>
      </div>
    </fieldset>
  );
}
