import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, uniqueEmail } from "#test/support/fixtures.ts";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { contextAt, settle } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { reportEmptyMornings } from "./report-empty-mornings.ts";

const TODAY = "2027-05-10";
const TOMORROW = addDays(TODAY, 1);
const EVENING = instantAt(TODAY, 18, CHICAGO) + 12 * 60_000;

beforeEach(async () => {
  const tables = ["fallback_mornings", "content", "transactional_mails", "audit"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
});

function houseAt(now: number, operatorEmail: string | null) {
  const ctx = contextAt(now);
  return { ...ctx, config: { ...ctx.config, operatorEmail } };
}

const noted = () => rowsOf("select subject, actor from audit where action = 'mails.empty-morning'");
const written = () => rowsOf("select id, to_address from transactional_mails");

test("the operator is warned once per date, the evening before, unless that day has content", async () => {
  const operator = uniqueEmail("operator");
  await createItem(TOMORROW);
  await reportEmptyMornings(houseAt(EVENING, operator));
  expect(await written()).toEqual([]);
  await env.DB.prepare("update content set hidden = 1").run();
  await reportEmptyMornings(houseAt(EVENING - 13 * 60_000, operator));
  expect(await written()).toEqual([]);
  await Promise.all([1, 2].map(() => reportEmptyMornings(houseAt(EVENING, operator))));
  await reportEmptyMornings(houseAt(EVENING + 3_600_000, operator));
  expect(await written()).toEqual([{ id: `empty-morning:${TOMORROW}`, to_address: operator }]);
  expect(await noted()).toEqual([{ subject: TOMORROW, actor: "system" }]);
});

test("the warning says whether and which session goes out, links to the day, and names the switch", async () => {
  const item = await createItem("2027-03-01", { title: "First <Light>" });
  const [first, second] = [uniqueEmail("operator"), uniqueEmail("operator")];
  const send = async (operator: string, now: number) => {
    const ctx = houseAt(now, operator);
    await reportEmptyMornings(ctx);
    await settle();
    await sendDueMails(ctx);
    const mails = await outboxOf(operator);
    expect(mails).toHaveLength(1);
    return mails[0];
  };
  const nothing = await send(first, EVENING);
  expect(nothing?.subject).toBe("Warning: tomorrow has no session, so no email goes out");
  expect(nothing?.text).toContain(`/admin?tab=content&day=${TOMORROW}`);
  expect(nothing?.text).toContain("May be sent again");

  await env.DB.prepare("update content set may_be_sent_again = 1 where id = ?").bind(item.id).run();
  const fallback = await send(second, EVENING + 24 * 3_600_000);
  expect(fallback?.subject).toContain("a library session goes out instead");
  expect(fallback?.html).toContain("First &lt;Light&gt;");
  expect(fallback?.text).toContain("Monday, March 1, 2027");
  // The notice itself decides nothing.
  expect(await rowsOf("select * from fallback_mornings")).toEqual([]);
});

test("without an operator address, the empty morning is audited and logged once", async () => {
  const lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const logs = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await reportEmptyMornings(houseAt(EVENING, null));
  await reportEmptyMornings(houseAt(EVENING, null));
  const said = [...lines.mock.calls, ...logs.mock.calls].filter((line) => String(line[0]).includes("empty_morning"));
  vi.restoreAllMocks();
  expect(said).toHaveLength(1);
  expect(await noted()).toHaveLength(1);
  expect(await written()).toEqual([]);
});

test("the check reads at most 150 rows with 60 candidate sessions and full weeks", async () => {
  for (let days = 30; days < 90; days += 1) await createItem(addDays(TODAY, -days), { mayBeSentAgain: true });
  for (let days = -14; days <= 14; days += 1) {
    await env.DB.prepare("insert into fallback_mornings (date, content_id, decided_at) values (?, 'x', 0)")
      .bind(addDays(TOMORROW, days))
      .run();
  }
  const { d1, cost } = countingD1(env.DB);
  await reportEmptyMornings({ ...houseAt(EVENING, uniqueEmail()), db: createDb(d1) });
  expect(cost.calls).toBe(2);
  expect(cost.rowsRead).toBeLessThanOrEqual(150);
});
