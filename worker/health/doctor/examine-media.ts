import type { Finding } from "#domain/contract/health.ts";
import { ADMIN_TABS } from "#domain/rules/admin-places.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../../kernel/context.ts";
import { objectKeyOf } from "../../media/uploads/upload.ts";
import { selectMediaOf } from "./doctor.queries.ts";
import { failing, ok } from "./finding.ts";

const DAYS_AHEAD = 7;

/** The bucket, and whether it has what the next mornings play. */
export async function examineMedia(ctx: Ctx): Promise<Finding[]> {
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const files = await selectMediaOf(ctx.db, addDays(today, -1), addDays(today, DAYS_AHEAD));
  const held = await Promise.all(files.map((file) => ctx.bucket.head(objectKeyOf(file))));
  const missing = files.filter((_, index) => held[index] === null).map(({ date, key }) => `${date} (${key})`);
  await ctx.bucket.list({ limit: 1 });
  return [
    ok("Storage", "It answers."),
    missing.length === 0
      ? ok("Media", `The ${files.length} files of today and the next ${DAYS_AHEAD} days are there.`)
      : failing("Media", `Not in storage: ${missing.join(", ")}.`, `Upload them anew in ${ADMIN_TABS.content}.`),
  ];
}
