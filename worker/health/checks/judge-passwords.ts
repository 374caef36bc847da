import * as z from "zod";
import { MINUTE_MS } from "#domain/durations.ts";
import { formatDateTime } from "#domain/formats.ts";
import type { Ctx } from "../../kernel/context.ts";
import { ATTEMPT_WINDOW_MS } from "../../kernel/limits/attempt-limit.ts";
import type { CheckCounts } from "./check-counts.queries.ts";

/** Each window counts wrong passwords afresh, so one this young or this full may belong to an ongoing attack. */
const YOUNG_WINDOW_MS = 5 * MINUTE_MS;
const FULL_ENOUGH = 0.25;

const counter = z.object({ count: z.int(), endsAt: z.int() });

export function judgePasswords({ now, config, counts }: Pick<Ctx, "now" | "config"> & { counts: CheckCounts }) {
  const places = [
    { place: "on the login page", max: config.loginAlarmFailures, found: counts.wrongLogins },
    { place: "on the admin page", max: config.adminAlarmFailures, found: counts.wrongAdmins },
  ];
  const windows = places.flatMap(({ place, max, found }) => {
    if (found === null) return [];
    const { count, endsAt } = counter.parse(JSON.parse(found));
    return [{ place, max, count, since: endsAt - ATTEMPT_WINDOW_MS }];
  });
  const wave = windows.find(({ count, max }) => count >= max);
  if (wave)
    return {
      state: "failing" as const,
      text: `At least ${wave.max} wrong passwords have been tried ${wave.place} since ${formatDateTime(wave.since)}.`,
    };
  const keepsIncident = windows.some(
    ({ count, max, since }) => count >= FULL_ENOUGH * max || since > now - YOUNG_WINDOW_MS,
  );
  return { state: "ok" as const, text: "Nothing unusual.", keepsIncident };
}
