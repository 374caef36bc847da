import { beforeEach, expect, inject, test } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { sendDueMails } from "#worker/mail/send-transactional-mails.ts";
import { answerMail } from "#worker/mail-responses/inbound/answer-mail.ts";
import { press, runMortal } from "./mortal.ts";
import { randomFrom } from "./scenario.ts";

const NOW = Date.parse("2027-03-10T12:07:00Z");
const EMAILS = 5;
const ONE_DIES_IN = 12;
const CHAOS_MINUTES = 12;
/** Pauses, and pauses between attempts, may take hours. */
const LONGEST_MINUTES = 600;
const LATER_MINUTES = 10;

/** What the provider may answer. It refuses an email for good with 422. */
const FAULTS = [
  { kind: "drop_after_accept" },
  { kind: "cut" },
  { kind: "server_error", status: 500 },
  { kind: "server_error", status: 422 },
  { kind: "rate_limit", retryAfterSeconds: 1 },
  { kind: "unauthorized" },
] as const;

beforeEach(async () => {
  for (const table of ["transactional_mails", "inbound_mails", "dispatcher", "pauses", "audit"])
    await db.run(`delete from ${table}`);
});

type Asked = { id: string; from: string; answers: { requestId: string; body: string }[] };

async function receive(random: () => number): Promise<Asked> {
  const id = crypto.randomUUID();
  const from = `${id}@x.test`;
  await rowsOf(
    `insert into inbound_mails (id, from_address, from_name, subject, preview, size_bytes, asks_refund, wants_answer, received_at)
     values (?, ?, 'Ana', 'My hour', 'How do I change it?', 9, 0, 1, ?)`,
    id,
    from,
    NOW - MINUTE_MS,
  );
  const fault = FAULTS[Math.floor(random() * (FAULTS.length + 2))];
  if (fault) await armFault({ ...fault, times: 1 + Math.floor(random() * 2), to: from });
  const count = random() < 0.4 ? 2 : 1;
  return { id, from, answers: Array.from({ length: count }, newAnswer) };
}

const newAnswer = () => ({ requestId: crypto.randomUUID(), body: `Answer ${crypto.randomUUID()}` });

const inboundRow = async (id: string) =>
  (await rowsOf("select answered_at as at, answered_by as by from inbound_mails where id = ?", id))[0];

async function judge({ id, from, answers }: Asked): Promise<void> {
  const outbox = await outboxOf(from);
  const rows = await rowsOf(
    "select state, parameters ->> 'body' as body from transactional_mails where to_address = ?",
    from,
  );
  expect(rows.map(({ body }) => body).toSorted()).toEqual(answers.map(({ body }) => body).toSorted());
  for (const { body, state } of rows) {
    const copies = outbox.filter(({ text }) => text.includes(String(body)));
    expect([state, copies.length]).toEqual(state === "sent" ? ["sent", 1] : ["failed", 0]);
  }
  expect(await rowsOf("select action from audit where subject = ?", id)).toEqual(
    answers.map(() => ({ action: "inbound.answer" })),
  );
  const isFailed = rows.filter(({ state }) => state === "failed");
  const { at } = (await inboundRow(id)) ?? {};
  if (isFailed.length === 0) expect(at).toBeGreaterThanOrEqual(NOW);
  if (isFailed.length === rows.length) expect(at).toBeNull();
}

test.for(inject("chaos").seeds)(
  "answers of seed %i: each is sent once and marks its email once, whatever is killed, doubled, or refused",
  async (seed) => {
    const random = randomFrom(seed);
    const asked: Asked[] = [];
    for (let nth = 0; nth < EMAILS; nth += 1) asked.push(await receive(random));
    const pending = async () => (await rowsOf("select 1 from transactional_mails where state = 'pending'")).length > 0;
    const waiting = asked.flatMap(({ id, answers }) => answers.map((answer) => ({ id, ...answer })));
    let minute = 0;
    for (; waiting.length > 0 || (await pending()); minute += minute < CHAOS_MINUTES ? 1 : LATER_MINUTES) {
      expect(minute).toBeLessThan(LONGEST_MINUTES);
      const oneDiesIn = minute < CHAOS_MINUTES ? ONE_DIES_IN : Number.POSITIVE_INFINITY;
      const life = { now: NOW + minute * MINUTE_MS, random, oneDiesIn };
      const next = random() < 0.7 ? waiting.pop() : undefined;
      const ticks = Array.from({ length: 1 + Math.floor(random() * 2) }, () => runMortal(life, sendDueMails));
      await Promise.all([...ticks, next && press(life, (ctx) => answerMail(ctx, next))]);
    }
    const before = await Promise.all(asked.map(({ id }) => inboundRow(id)));
    for (const { id, answers } of asked)
      for (const answer of answers) await answerMail(contextAt(NOW + minute * MINUTE_MS), { id, ...answer });
    expect(await Promise.all(asked.map(({ id }) => inboundRow(id)))).toEqual(before);
    for (const one of asked) await judge(one);
  },
);
