import fc from "fast-check";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { mailBlocker, nextWakeUpAt } from "#domain/rules/mail-blocker.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf } from "#test/worker/factories.ts";
import { collectingD1 } from "#test/worker/query-plans.ts";
import { request } from "#test/worker/request.ts";
import { FRIDAY, SATURDAY } from "#test/worker/weekends.ts";
import { selectDueMembers, selectZoneHoursInUse } from "./due-members.queries.ts";
import { countMissed } from "./slots.queries.ts";

const RUNS = 60;
const SLOT = slotAhead(0, 6);
const DATE = dayAhead(0);
const around = fc.integer({ min: SLOT - 2, max: SLOT + 2 });
const orNever = (instants: fc.Arbitrary<number>) => fc.option(instants, { nil: null });

const receivers = fc.record({
  deletedAt: orNever(fc.constant(1)),
  emailEnabled: fc.boolean(),
  suppressedAt: orNever(fc.constant(1)),
  fullBounces: fc.constantFrom(0, 7, 8, 9),
  pausedUntil: orNever(around),
  accessEndsAt: orNever(around),
  wakeUpSince: around,
});

/** What a random sample must not contain. */
const FREE = {
  deletedAt: null,
  emailEnabled: true,
  suppressedAt: null,
  fullBounces: 7,
  pausedUntil: null,
  accessEndsAt: SLOT + 1,
  wakeUpSince: SLOT,
};

/** In nine of ten, only instants can be in the way, so that both answers are common. */
const mostlyFree = fc.oneof(
  { arbitrary: receivers, weight: 1 },
  {
    arbitrary: receivers.map((receiver) => ({
      ...receiver,
      deletedAt: null,
      emailEnabled: true,
      suppressedAt: null,
      fullBounces: 7,
    })),
    weight: 9,
  },
);

test("the rule, the dispatcher's SQL, the next wake-up, and send now agree on who gets an email", async () => {
  const answers = new Set<unknown>();
  await createItem(DATE);
  await fc.assert(
    fc.asyncProperty(mostlyFree, around, async (receiver, now) => {
      const member = await createMember(receiver);
      const zoneHour = { timezone: member.timezone, hour: member.wakeUpHour, localDate: DATE };
      const due = await selectDueMembers(db, { zoneHour, afterId: "" }, { slotAt: SLOT, now, limit: RUNS });
      const blocker = mailBlocker(member, SLOT, now);
      answers.add(blocker);
      expect(due.some(({ id }) => id === member.id)).toBe(blocker === null);

      // From just before the slot, with a live item only on that day, the next email is this slot's or none.
      const next = nextWakeUpAt({ ...member, wakeUpHour: 6 }, new Set([DATE]), SLOT - 1);
      expect(next).toBe(mailBlocker(member, SLOT) === null ? SLOT : null);

      const json = { email: member.email, again: true };
      const response = await request("/api/admin/wake-up", { admin: true, json, now: SLOT });
      if (member.deletedAt !== null) expect(response.status).toBe(404);
      else
        expect(await response.json()).toMatchObject({ outcome: mailBlocker(member, SLOT) ? "not_due" : "copy_sent" });
    }),
    { numRuns: RUNS, examples: [[FREE, SLOT]] },
  );
  expect(answers).toContain(null);
});

const PLANS = {
  weekday: "SEARCH m USING INDEX members_wake_up (timezone=? AND wake_up_hour=?",
  weekend: "SEARCH m USING INDEX members_weekends (timezone=? AND <expr>=?",
};

test("an index finds the due members for each kind of day", async () => {
  const { d1, collected } = collectingD1();
  const plansOf = async (run: (db: ReturnType<typeof createDb>) => Promise<unknown>) => {
    collected.clear();
    await run(createDb(d1));
    const [[sql, values] = ["", []]] = collected;
    const plan = await rowsOf(`explain query plan ${sql}`, ...values);
    return plan.map(({ detail }) => String(detail)).filter((detail) => detail.startsWith("SEARCH m "));
  };
  const due = (localDate: string) =>
    plansOf(async (of) => {
      const zoneHour = { timezone: CHICAGO, hour: 6, localDate };
      await selectDueMembers(of, { zoneHour, afterId: "" }, { slotAt: SLOT, now: SLOT, limit: 100 });
    });
  expect(await due(FRIDAY)).toEqual([`${PLANS.weekday} AND id>?)`]);
  expect(await due(SATURDAY)).toEqual([`${PLANS.weekend} AND id>?)`]);
  const both = [`${PLANS.weekday})`, `${PLANS.weekend})`];
  const zoneHours = [FRIDAY, SATURDAY].map((localDate) => ({ timezone: CHICAGO, hour: 6, localDate }));
  expect((await plansOf((of) => selectZoneHoursInUse(of, zoneHours))).toSorted()).toEqual(both);
  expect((await plansOf((of) => countMissed(of, SLOT, zoneHours))).toSorted()).toEqual(both);
});
