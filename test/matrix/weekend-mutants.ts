import type { Mistakes } from "../support/mutate.ts";

const TURN = "worker/wake-up/weekends/turn-weekends.test.ts";
const PROFILE = "worker/profile/weekends.test.ts";
const BY_MAIL = "worker/mail-responses/links/weekends-by-mail.test.ts";

/** Removes each guard of weekend hours, and names the test closest to it. */
export const WEEKEND_MUTANTS: Mistakes = {
  "domain/rules/weekends.ts": {
    "a weekend's change that comes too late": ["if (now + MARGIN_MS < firstSlot) return held;", "return held;", TURN],
  },
  "worker/wake-up/weekends/plans.queries.ts": {
    "a weekend's change by an older plan": [
      "\n    and p.weekday_hour = j.value ->> '$.plan.weekdayHour' and p.weekend_hour is j.value ->> '$.plan.weekendHour'",
      "",
      TURN,
    ],
    "a weekend's change in an older zone": [" and m.timezone = j.value ->> '$.plan.timezone'", "", TURN],
    "weekends with an email for members who chose none": ["{restsUntil}, 0))", "{null}, 0))", TURN],
    "weekends chosen without the member's own change": ["{isChanged(memberId, now)}\n", "{sql`1`}\n", BY_MAIL],
  },
  "worker/wake-up/weekends/turn-weekends.ts": {
    "a weekend's change in a zone we don't know": [
      "if (!isKnownZone(timezone)) return { plan, held: { wakeUpHour, restsUntil: null, nextChangeAt: null } };",
      "",
      TURN,
    ],
  },
  "worker/wake-up/skipped-morning.queries.ts": {
    "a morning lost to a move into a weekend without email": ["m.wake_up_since >= ", "m.wake_up_since = ", PROFILE],
  },
  "worker/account/member/members.queries.ts": {
    "a weekend without email ended by any change": ["{now}, members.wake_up_since)`", "{now}, 0)`", TURN],
  },
  "worker/profile/profile-change.ts": {
    "a weekend hour that another device has just set": [
      "if (!member.plan &&",
      "if (weekendHour === undefined && !member.plan) return { wakeUpHour: weekdayHour, timezone };\n  if (!member.plan &&",
      PROFILE,
    ],
    "a weekend hour that isn't offered": [
      "  if (hour === null || !isOffered(ctx, hour, saved)) throw invalid(HOUR, { weekendTime: HOUR });\n",
      "",
      PROFILE,
    ],
    "weekends that differ from a late hour": [
      "  if (Math.max(weekdayHour, weekendHour ?? 0) > LATEST_HOUR)\n    throw invalid(HOUR_TOO_LATE, { weekendTime: HOUR_TOO_LATE });\n",
      "",
      PROFILE,
    ],
  },
  "worker/mail-responses/links/hour-of-link.ts": {
    "weekends that differ from an email's late hour": [
      "  if (wakeUpHour > LATEST_HOUR) throw invalid(HOUR_TOO_LATE);\n",
      "",
      BY_MAIL,
    ],
  },
  "worker/mail-responses/links/change-by-mail.queries.ts": {
    "an email's link against a first choice of weekends": [
      "\n      and not exists (select 1 from wake_up_plans p where p.member_id = members.id)",
      "",
      BY_MAIL,
    ],
    "an email's link against a newer choice of weekends": [
      "{plan.weekdayHour} and p.weekend_hour",
      "{plan.weekdayHour} or p.weekend_hour",
      BY_MAIL,
    ],
  },
};
