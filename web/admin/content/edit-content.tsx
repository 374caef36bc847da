import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Card, CardHeading } from "../../ui/card.tsx";
import { DatePicker } from "../parts/date-picker.tsx";
import { DayEditor } from "./day-editor.tsx";

type EditContentProps = { date: string; openDate: (date: string) => Promise<void>; isSwitching: boolean };

export function EditContent({ date, openDate, isSwitching }: EditContentProps) {
  return (
    <Card aria-labelledby="edit-content">
      <CardHeading id="edit-content" hint="There is no save button: your text is kept as you type.">
        Edit Content for Date
      </CardHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <DatePicker label="Date" date={date} hint={formatLongDate(date)} openDate={openDate} isBusy={isSwitching} />
        <DayEditor date={date} />
      </div>
    </Card>
  );
}
