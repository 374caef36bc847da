import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { useId } from "react";
import type { PreflightResponse } from "#domain/contract/content/library.ts";
import { formatCount } from "#domain/formats.ts";
import type { PreflightLine, PreflightResult } from "#domain/rules/preflight.ts";
import { Button } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { preflightQuery } from "./content.query.ts";
import { verbOf } from "./content-words.tsx";
import type { Editor } from "./use-editor.ts";

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
      <QueryPanel query={preflight} loading="Checking files, video, and email..." failed="The checks couldn't run">
        {(lines) => <PreflightLines lines={lines} />}
      </QueryPanel>
    </section>
  );
}

export function fixFirst({ length }: PreflightResponse): string {
  return `Fix ${formatCount(length, "issue")} first`;
}

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

function showOnArrival(question: HTMLElement | null): void {
  question?.scrollIntoView({ block: "nearest" });
}

/** The question before a doubtful release, or the checks after one. */
export function ReleaseState({ editor: { item, release } }: { editor: Editor }) {
  const { wanted, doubts } = release;
  if (!wanted || !doubts) return release.isReleased && <PreflightPanel item={item} />;
  const verb = verbOf(wanted);
  return (
    <fieldset
      // The button that asks may be far from here.
      ref={showOnArrival}
      className="grid grid-cols-1 gap-4 rounded-xl border border-warn/60 bg-warn/10 p-4"
    >
      <legend className="sr-only">{verb} anyway?</legend>
      <p role="alert" className="font-semibold">
        {doubts.length === 0 ? `The checks couldn't run. ${verb} anyway?` : fixFirst(doubts)}
      </p>
      <PreflightLines lines={doubts} />
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={release.refuse}>Cancel</SmallButton>
        <Button size="sm" onClick={release.confirm}>
          {verb} anyway
        </Button>
      </div>
    </fieldset>
  );
}
