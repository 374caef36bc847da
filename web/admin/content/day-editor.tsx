import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Card } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { DatePicker } from "../parts/date-picker.tsx";
import type { ContentAddress } from "./content-address.ts";
import { ContentEditor } from "./content-editor.tsx";
import { DeletedDay, useDay } from "./deleted-content.tsx";

export function EditContent({ date, go }: Pick<ContentAddress, "date" | "go">) {
  return (
    <Card id="edit-content" title="Edit Content for Date" hint="Changes save automatically.">
      <div className="grid grid-cols-1 gap-5">
        <DatePicker label="Date" date={date} hint={formatLongDate(date)} openDate={(next) => go({ date: next })} />
        <DayEditor date={date} />
      </div>
    </Card>
  );
}

export function DayEditor({ date }: { date: string }) {
  const { content, item, isDeleted } = useDay(date);
  if (item)
    return (
      <>
        {isDeleted && <DeletedDay item={item} />}
        <ContentEditor key={item.id} item={item} />
      </>
    );
  if (content.isPending) return <StatePanel kind="loading" title="Loading session..." />;
  // Any error counts as no content (spec section 7), but errors other than "not found" show their reason.
  return (
    <StatePanel
      kind={content.error ? "error" : "empty"}
      title="No content found for selected date"
      {...(content.error && { detail: errorDetail(content.error), retry: content })}
    />
  );
}
