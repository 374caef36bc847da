import { errorDetail } from "../../lib/api-error.ts";
import { StatePanel } from "../../ui/state-panel.tsx";
import { ContentEditor } from "./content-editor.tsx";
import { DeletedDay } from "./deleted-day.tsx";
import { useDay } from "./use-day.ts";

/** The editor of a date's item in the card, or the spec's words when there is none. */
export function DayEditor({ date }: { date: string }) {
  const { content, item, isDeleted } = useDay(date);
  if (item)
    return (
      <>
        {isDeleted && <DeletedDay item={item} />}
        <ContentEditor key={item.id} item={item} />
      </>
    );
  if (content.isPending) return <StatePanel kind="loading" title="Loading content..." />;
  // An answer other than "not found" counts as no content too (spec section 7), but says why.
  return (
    <StatePanel
      kind={content.error ? "error" : "empty"}
      title="No content found for selected date"
      {...(content.error && { detail: errorDetail(content.error), retry: content })}
    />
  );
}
