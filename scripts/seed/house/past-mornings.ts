import type { Db } from "#db/client.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { selectContentOnDates } from "#worker/content/content.queries.ts";
import { insertPastMorning } from "./house.queries.ts";
import { wakeUpAt } from "./plan-house.ts";

const MORNINGS = 30;
const SETTLED_AFTER_MS = 60_000;

type Times = { today: string; now: number; appUrl: string };

/** Stores the last mornings for which nothing was running, as they'd have gone. */
export async function insertPastMornings(db: Db, { today, now, appUrl }: Times): Promise<void> {
  // Imported late: its templates are written by the build before the seed.
  const { renderWakeUpMail } = await import("#worker/wake-up/slots/wake-up-mail.ts");
  const dates = Array.from({ length: MORNINGS + 1 }, (_, back) => addDays(today, -back));
  const items = new Map(
    (await selectContentOnDates(db, [...dates, addDays(today, 1)])).map((item) => [item.date, item]),
  );
  for (const date of dates) {
    const item = items.get(date);
    const slotAt = wakeUpAt(date);
    if (!item || slotAt + SETTLED_AFTER_MS > now) continue;
    const mail = renderWakeUpMail({ appUrl }, { date, item, tomorrow: items.get(addDays(date, 1)) });
    await db.batch(insertPastMorning(db, { slotAt, contentId: item.id, mail }));
  }
}
