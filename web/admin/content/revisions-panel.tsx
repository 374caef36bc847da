import { type UseMutationResult, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { ContentRevisions, LibraryItem } from "#domain/contract/content/library.ts";
import { formatDateTime, formatList } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { ActionError } from "../parts/action-error.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { revisionsQuery, useShowContent } from "./content.query.ts";
import { FIELD_LABELS } from "./content-fields.ts";
import { STATUS_NAMES, StatusBadge } from "./content-words.tsx";
import { requireSaved } from "./save-draft.ts";

/** Previous versions of an item. Restoring one is an edit, so it can be undone here as well. */
export function RevisionsPanel({ item }: { item: LibraryItem }) {
  const heading = useId();
  const queryClient = useQueryClient();
  const show = useShowContent();
  const toast = useToast();
  const revisions = useInfiniteQuery(revisionsQuery(item.id));
  const restore = useMutation({
    mutationFn: async (version: number) => {
      // Save pending text first: it belongs to the version being replaced.
      await requireSaved(queryClient, item.id);
      const param = { id: item.id, version: String(version) };
      return read(adminApi.content[":id"].revisions[":version"].restore.$post({ param }));
    },
    onSuccess: async (restored) => {
      await show({ [item.date]: restored });
      const description = "Text and media restored. The status didn't change.";
      toast({ title: "Content Updated", description, tone: "success" });
    },
  });
  return (
    <section aria-labelledby={heading} className="grid gap-3 rounded-xl border border-line bg-night p-4">
      <h3 id={heading} className="font-bold">
        Earlier versions
      </h3>
      <QueryPanel query={revisions} loading="Loading versions..." failed="Couldn't load versions">
        {({ pages }) =>
          pages.flat().length === 0 ? (
            <p className="text-muted text-sm">No changes in the last 90 days.</p>
          ) : (
            <>
              <p className="text-muted text-sm">
                Restoring brings back text and media. Date, status, and visibility don't change.
              </p>
              <ol className="grid gap-3">
                {pages.flat().map((revision, index, all) => (
                  <Revision
                    key={revision.version}
                    revision={revision}
                    after={all[index - 1] ?? item}
                    restore={restore}
                  />
                ))}
              </ol>
            </>
          )
        }
      </QueryPanel>
      <ShowMore list={revisions} label="Show older versions" />
    </section>
  );
}

/** "audio", "video URL" */
function nounOf(field: string): string {
  const label = FIELD_LABELS[field] ?? field;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** What the edit made of the short fields it changed: "Title: Rise → Rise early". */
function changesOf(before: Texts, after: Texts, changed: readonly string[]): string[] {
  const names = (["title", "status"] as const).filter((name) => changed.includes(name) && before[name] !== after[name]);
  const textOf = (name: keyof Texts, of: Texts) => (name === "status" ? STATUS_NAMES[of.status] : of[name]);
  return names.map((name) => `${FIELD_LABELS[name]}: ${textOf(name, before)} → ${textOf(name, after)}`);
}

type Texts = Pick<ContentRevisions[number], "title" | "status">;
type Restore = Pick<
  UseMutationResult<unknown, Error, number>,
  "variables" | "isPending" | "error" | "reset" | "mutate"
>;
type RevisionProps = { revision: ContentRevisions[number]; after: Texts; restore: Restore };

function Revision({ revision, after, restore }: RevisionProps) {
  const { version, title, description, status, replacedAt, author, changed } = revision;
  const isIts = restore.variables === version;
  const moment = formatDateTime(replacedAt);
  return (
    <li className="grid grid-cols-1 gap-2 border-line border-t pt-3 first:border-0 first:pt-0">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 flex-1 py-1 text-muted text-sm">
          {author === null ? moment : `Edited by ${author}, ${moment}`}
          {changed.length > 0 && ` · before ${formatList(changed.map(nounOf), "and")} changed`}
        </p>
        <SmallButton
          isBusy={isIts && restore.isPending}
          aria-label={`Restore version from before ${moment}`}
          onClick={() => restore.isPending || restore.mutate(version)}
        >
          Restore
        </SmallButton>
      </div>
      {isIts && <ActionError of={restore} title="Not restored" />}
      <p className="wrap-anywhere font-semibold">
        {title} <StatusBadge status={status} />
      </p>
      {changesOf(revision, after, changed).map((change) => (
        <p key={change} className="wrap-anywhere text-sm">
          {change}
        </p>
      ))}
      {description && (
        <p className="wrap-anywhere line-clamp-3 whitespace-pre-line text-muted text-sm">{description}</p>
      )}
    </li>
  );
}
