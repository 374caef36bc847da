import { env } from "cloudflare:workers";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { openDates } from "#domain/rules/open-dates.ts";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import type { MailEventType } from "#sandbox/resend/mail-events.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { changeProfile } from "#worker/account/member/members.queries.ts";
import { CUT_OFF_MS } from "#worker/wake-up/slots/slots.ts";
import type { Choices, Evidence, Person } from "./evidence.ts";
import { type Change, randomFrom } from "./scenario.ts";
import type { Stage } from "./stage.ts";

/** The sandbox rejects each address of this domain. */
const REJECTED_DOMAIN = "rejected.test";
const SLOT_MS = 15 * MINUTE_MS;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** Tables in an order for deletion: rows that refer to others first. */
const TABLES = [
  "invitations",
  "imports",
  "invitation_pace",
  "broadcasts",
  "auth_tokens",
  "wake_up_batches",
  "wake_up_mails",
  "deliveries",
  "wake_up_slots",
  "wake_up_counts",
  "wake_up_resends",
  "dispatcher",
  "pauses",
  "mail_events",
  "mail_days",
  "suppressions",
  "audit",
  "transactional_mails",
  "access_grants",
  "payments",
  "subscriptions",
  "checkouts",
  "content",
  "members",
];

export const addressOf = ({ id, isReachable }: Pick<Person, "id" | "isReachable">) =>
  `${id}@${isReachable ? "chaos.test" : REJECTED_DOMAIN}`;

function personOf({ scenario: { salt, zones, hours }, from, weekendHours }: Stage, index: number): Person {
  const random = randomFrom(salt + index * 7919);
  const pick = <T>(list: readonly [T, ...T[]] | T[]) => list[Math.floor(random() ** 2 * list.length)] as T;
  const chosen: Choices = {
    zone: pick(zones),
    hour: pick(hours),
    isOn: true,
    pausedUntil: null,
    accessEndsAt: from + YEAR_MS,
  };
  const peculiarity = random();
  if (peculiarity < 0.03) chosen.isOn = false;
  else if (peculiarity < 0.07) chosen.pausedUntil = from + Math.floor(random() * 30) * HOUR_MS;
  else if (peculiarity < 0.11) chosen.accessEndsAt = from + Math.floor(random() * 30 * HOUR_MS);
  const isReachable = random() > 0.03;
  if (weekendHours.length > 0 && random() < 0.7) chosen.weekend = random() < 0.3 ? null : pick(weekendHours);
  return {
    id: `member-${String(index).padStart(4, "0")}`,
    isReachable,
    choices: [{ ...chosen, from: from - MINUTE_MS }],
    bouncedAt: null,
    suppressedAt: null,
  };
}

/** The weekend hour as stored. */
const storedWeekend = ({ weekend }: Choices) => (weekend === undefined ? null : (weekend ?? NO_HOUR));

/** Empties the database, adds the scenario's members and content, and pretends that the cron has run every minute. */
export async function moveIn(stage: Stage): Promise<Person[]> {
  const { scenario, from, datesWithContent } = stage;
  const people = Array.from({ length: scenario.members }, (_, index) => personOf(stage, index));
  const rows = people.flatMap((person) => {
    const [own] = person.choices;
    if (!own) return [];
    return [{ ...person, ...own, email: addressOf(person), weekend: storedWeekend(own) }];
  });
  await env.DB.batch([
    ...TABLES.map((table) => env.DB.prepare(`delete from ${table}`)),
    env.DB.prepare(`
      insert into members (id, email, email_key, first_name, subscription_type, subscription_status, access_ends_at,
        wake_up_hour, weekend_hour, timezone, email_enabled, paused_until, wake_up_since, created_at, updated_at)
      select value ->> 'id', value ->> 'email', value ->> 'email', 'Ana', 'monthly', 'active', value ->> 'accessEndsAt',
        value ->> 'hour', value ->> 'weekend', value ->> 'zone', value ->> 'isOn', value ->> 'pausedUntil', value ->> 'from', ?2, ?2
      from json_each(?1)`).bind(JSON.stringify(rows), from),
    env.DB.prepare("insert into dispatcher (id, last_tick_at) values (1, ?)").bind(from - MINUTE_MS),
    env.DB.prepare(`
      insert into wake_up_slots (slot_at, outcome, settled_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 13)
      select ?1 - i * 900000, 'nobody_due', ?1 from n`).bind(Math.ceil(from / SLOT_MS) * SLOT_MS),
    env.DB.prepare(`
      insert into content (id, date, title, status, created_at, updated_at)
      select 'item-' || value, value, 'Session of ' || value, 'published', ?2, ?2 from json_each(?1)`).bind(
      JSON.stringify(datesWithContent),
      from,
    ),
  ]);
  return people;
}

type AboutMail = { id: string; to: string[]; from: string; subject: string; tags: { name: string; value: string }[] };
type Changing = { stage: Stage; report: (mail: AboutMail, type: MailEventType) => unknown };

/** An old email that the provider reports on only now. */
function oldMailOf(person: Person): AboutMail {
  const tags = [
    { name: "member", value: person.id },
    { name: "date", value: "2020-01-01" },
  ];
  return { id: `old-${person.id}`, to: [addressOf(person)], from: "", subject: "", tags };
}

function choiceAfter(before: Choices, { what, to }: Change, { scenario, weekendHours }: Stage, now: number): Choices {
  const { hours, zones } = scenario;
  const weekends = [...weekendHours, null];
  switch (what) {
    case "hour":
      return { ...before, hour: hours[to % hours.length] ?? before.hour };
    case "weekend":
      return before.weekend === undefined ? before : { ...before, weekend: weekends[to % weekends.length] ?? null };
    case "zone":
      return { ...before, zone: zones[to % zones.length] ?? before.zone };
    case "pause":
      return { ...before, pausedUntil: now + (to + 1) * HOUR_MS };
    case "resume":
      return { ...before, pausedUntil: null };
    default:
      return { ...before, isOn: what === "on" };
  }
}

/** Applies a member's change now; a dead address is reported by the provider. */
export async function changeMember(people: Person[], change: Change, { stage, report }: Changing): Promise<void> {
  const person = people[change.member % people.length];
  const before = person?.choices.at(-1);
  if (!person || !before) return;
  const now = Date.now();
  if (change.what === "bounce") {
    stage.note(`${person.id}: the provider reports that the address is dead`);
    person.bouncedAt ??= now;
    report(oldMailOf(person), "email.bounced");
    return;
  }
  const after = choiceAfter(before, change, stage, now);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const { hour, weekend, zone, isOn, pausedUntil } = after;
  stage.note(`${person.id}: ${change.what}: ${JSON.stringify({ hour, weekend, zone, isOn, pausedUntil })}`);
  const wakeUp = { wakeUpHour: hour, weekendHour: storedWeekend(after), timezone: zone };
  const open = openDates(before.zone, { now, cutOffMs: CUT_OFF_MS });
  await stage.time.io(async () => {
    await changeProfile(db, person.id, { ...wakeUp, emailEnabled: isOn, pausedUntil, openDates: open }, now);
  });
  person.choices.push({ ...after, from: now });
}

/** What the Worker recorded about the day. */
export async function readRecords() {
  const [deliveries, batches, waiting, slots, resends, [resend = null], suppressed] = await Promise.all([
    rowsOf(`
      select d.member_id as memberId, d.local_date as date, d.state, d.reason, d.claimed_at as claimedAt, b.slot_at as slotAt,
        b.closes_at as closesAt
      from wake_up_deliveries d left join wake_up_batches b on b.number = d.batch`),
    rowsOf(`
      select b.id, b.slot_at as slotAt, b.timezone as zone, b.local_date as date, b.state, b.failed_count as failed,
        b.missed_count as missed, b.unknown_count as unknown, b.sent_again_as as sentAgainAs, b.created_at as createdAt,
        b.settled_at as settledAt, b.closes_at as closesAt, format('%d sent, %d failed, %d missed, %d unknown', b.sent_count, b.failed_count,
        b.missed_count, b.unknown_count) as counted, (
        select format('%d sent, %d failed, %d missed, %d unknown', total(d.state in ('sent', 'delivered', 'bounced', 'complained')),
          total(d.state = 'failed'), total(d.state = 'missed'), total(d.state = 'unknown'))
        from wake_up_deliveries d where d.batch = b.number) as recorded
      from wake_up_batches b`),
    rowsOf(`
      select j.value as memberId, b.local_date as date from wake_up_batches b, json_each(b.member_ids) j
      where b.state = 'open'`),
    rowsOf("select slot_at as slotAt, outcome, settled_at as settledAt, due_count as due from wake_up_slots"),
    rowsOf(`
      select at, action = 'resend.start' as isStart, details is not null as mayRepeat from audit
      where action like 'resend.%' order by id`),
    rowsOf(`
      select local_date as date, may_repeat as mayRepeat, asked_at as askedAt, stopped_at as stoppedAt, ended_at as endedAt
      from wake_up_resends`),
    rowsOf("select id, suppressed_at as at from members where suppressed_at is not null"),
  ]);
  return {
    ...({ deliveries, batches, waiting, slots, resends, resend } as unknown as Pick<
      Evidence,
      "deliveries" | "batches" | "waiting" | "slots" | "resends" | "resend"
    >),
    suppressed: new Map(suppressed.map(({ id, at }) => [String(id), Number(at)])),
  };
}
