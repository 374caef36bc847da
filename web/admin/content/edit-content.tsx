import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { Card } from "../../ui/card.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { DatePicker } from "../parts/date-picker.tsx";
import { runwayQuery } from "./content.query.ts";
import type { ContentAddress } from "./content-address.ts";

/** Opens the editor of any day, or the form on the next day without a session. */
export function EditContent({ today, go }: Pick<ContentAddress, "today" | "go">) {
  const queryClient = useQueryClient();
  const [date, setDate] = useState(today);
  const open = (day: string) => {
    setDate(day);
    go({ day });
  };
  async function create() {
    const days = await queryClient.fetchQuery(runwayQuery).then(
      (runway) => runway.days,
      () => [],
    );
    const free = days.find(({ item }) => item === null)?.date;
    open(free ?? addDays(days.at(-1)?.date ?? today, 1));
  }
  return (
    <Card id="edit-content" title="Edit Content for Date" hint="Changes save automatically.">
      <div className="flex flex-wrap items-start gap-4">
        <div className="max-w-md flex-1 basis-[16rem]">
          <DatePicker label="Date" date={date} hint={formatLongDate(date)} openDate={open} />
        </div>
        <SmallButton className="edit-day max-sm:!mt-0" onClick={() => open(date)}>
          Edit
        </SmallButton>
        <SmallButton className="edit-day max-sm:!mt-0" onClick={create}>
          Create New Content
        </SmallButton>
      </div>
    </Card>
  );
}
