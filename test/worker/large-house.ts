import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays, daysBetween } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { LAUNCH_DATE } from "#domain/rules/release.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { recomputeAccess } from "#worker/access/access-grants.queries.ts";
import { insertDailyStats } from "#worker/statistics/daily-stats.queries.ts";
import {
  type AccountWithGrant,
  countLargeHouse,
  insertManyInbound,
  insertManyItems,
  insertManyMembers,
  insertMorning,
  memberIdOf,
} from "./large-house.queries.ts";

const MEMBERS_PER_STATEMENT = 2000;
const MEMBERS_PER_STEP = 10_000;
const MORNINGS = 35;
const JOINED_WITHIN_MS = 70 * DAY_MS;

/** By default, there are as many incoming emails as members, and the first item is from the day of the launch. */
export type HouseSize = { members: number; items: number; deliveries: number; letters?: number; from?: string };

/** The number of items from launch through an instant's next mornings, plus some more. */
export function itemsUntil(now: number): number {
  return daysBetween(LAUNCH_DATE, dateIn(DEFAULT_ZONE, now)) + 80;
}

/** The size that the product is built for. */
export const HOUSE_OF_A_MILLION: HouseSize = { members: 1_000_000, items: 2000, deliveries: 1_000_000 };
export const LARGE_HOUSE: HouseSize = { members: 100_000, items: 2000, deliveries: 1_000_000 };

const FIRST_NAMES = ["Ana", "Ben", "Chloe", "Dev", "Elena", "Femi", "Grace", "Hugo", "Iris", "Jonas", "Kim", "Lena"];
const LAST_NAMES = ["Adams", "Berg", "Costa", "Diaz", "Eriksen", "Fischer", "Garcia", "Hansen", "Ito", "Jones", "Kaya"];
const GRANTS = [
  { source: "subscription", plan: "monthly" },
  { source: "subscription", plan: "annual" },
  { source: "gift", plan: "monthly" },
  { source: "trial", plan: "monthly" },
  { source: "subscription", plan: "quarterly" },
] as const;

/** A member by number, joined this long after the next one; most have access, every seventh doesn't. */
function accountOf(number: number, now: number, apartMs: number): AccountWithGrant {
  const createdAt = Math.floor(now - DAY_MS - number * apartMs);
  const hasEnded = number % 7 === 0;
  return {
    id: memberIdOf(number),
    email: `large-${String(number).padStart(6, "0")}@large.daybolt.test`,
    firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? null,
    lastName: LAST_NAMES[number % LAST_NAMES.length] ?? null,
    ...(GRANTS[number % GRANTS.length] ?? GRANTS[0]),
    createdAt,
    until: hasEnded ? createdAt + 3_600_000 : now + ((number % 300) + 1) * DAY_MS,
    endReason: hasEnded && number % 2 === 0 ? "cancelled" : null,
  };
}

/**
 * Fills a database to this size in a few hundred statements, including its last mornings through today.
 * Existing data stays as it is.
 */
export async function fillLargeHouse(db: Db, now: number, size: HouseSize, onStep: (text: string) => void = () => {}) {
  const today = dateIn(DEFAULT_ZONE, now);
  // A minute, or less if there are so many that the first ones would be due for deletion.
  const apartMs = Math.min(60_000, JOINED_WITHIN_MS / size.members);
  await db.batch(insertManyItems(db, { count: size.items, from: size.from ?? LAUNCH_DATE, today, now }));
  onStep(`${size.items} sessions`);
  for (let first = 1; first <= size.members; first += MEMBERS_PER_STATEMENT) {
    const count = Math.min(MEMBERS_PER_STATEMENT, size.members - first + 1);
    const accounts = Array.from({ length: count }, (_, index) => accountOf(first + index, now, apartMs));
    const ids = accounts.map(({ id }) => id);
    await db.batch([...insertManyMembers(db, accounts, now), recomputeAccess(db, ids, { now })]);
    const present = first + count - 1;
    if (present % MEMBERS_PER_STEP === 0) onStep(`${present} of ${size.members} members`);
  }
  await insertManyInbound(db, size.letters ?? size.members, now, apartMs);
  const recipients = Math.ceil(size.deliveries / MORNINGS);
  for (let day = 0; day < MORNINGS; day += 1) {
    const date = addDays(today, -day);
    const slotAt = instantAt(date, 6, DEFAULT_ZONE);
    const offset = (day * recipients) % size.members;
    await db.batch(insertMorning(db, { date, slotAt, members: size.members, recipients, offset }));
    const startsAt = instantAt(date, 0, DEFAULT_ZONE);
    if (day > 0) await insertDailyStats(db, { date, startsAt, endsAt: startsAt + DAY_MS }, now);
    if ((day + 1) % 7 === 0) onStep(`${day + 1} of ${MORNINGS} mornings`);
  }
  const [count] = await countLargeHouse(db);
  return count;
}
