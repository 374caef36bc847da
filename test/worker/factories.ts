import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { createDb } from "#db/client.ts";
import { accessGrants } from "#db/schema/access.ts";
import { sessions } from "#db/schema/account.ts";
import { content, media } from "#db/schema/content.ts";
import { members } from "#db/schema/members.ts";
import { progress } from "#db/schema/progress.ts";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { type Member, type NewMember, newMemberId } from "#worker/account/member/member.ts";
import { updateMember } from "#worker/account/member/members.queries.ts";
import { newSession, signToken } from "#worker/account/sessions/sessions.ts";
import { foldChanged } from "#worker/content/content-texts.queries.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { emailKeyOf } from "#worker/kernel/hashing.ts";

export const db = createDb(env.DB);

/** The grant behind a member's columns, as the migration from 0.1.0 creates it; none without any access so far. */
function grantOf(member: Member) {
  const { accessEndsAt, subscriptionEndsAt, subscriptionType: type } = member;
  const until = accessEndsAt ?? (subscriptionEndsAt === null ? null : Math.min(subscriptionEndsAt, member.updatedAt));
  if (until === null) return null;
  return {
    id: crypto.randomUUID(),
    memberId: member.id,
    source: type === "trial" || type === "gift" ? type : "subscription",
    sourceId: crypto.randomUUID(),
    plan: type === "trial" || type === "gift" ? "monthly" : type,
    // Tests set their clocks back, so a grant starts at 0 or never.
    startsAt: accessEndsAt === null ? until : 0,
    until,
    paidUntil: subscriptionEndsAt,
    endReason: member.subscriptionStatus === "cancelled" ? "cancelled" : null,
    createdAt: member.createdAt,
  } satisfies typeof accessGrants.$inferInsert;
}

type MemberOptions = { hasGrant?: boolean };

/** A member for one test: monthly, active, mailbox proved, with 30 days of access by a grant, 06:00 Chicago, emails on. */
export async function createMember(
  overrides: Partial<NewMember> = {},
  { hasGrant = true }: MemberOptions = {},
): Promise<Member> {
  const now = Date.now();
  const email = overrides.email ?? uniqueEmail();
  const values = {
    id: newMemberId(),
    emailKey: emailKeyOf(email),
    firstName: "Ana",
    subscriptionType: "monthly",
    subscriptionStatus: "active",
    accessEndsAt: now + 30 * DAY_MS,
    subscriptionEndsAt: now + 30 * DAY_MS,
    wakeUpSince: now - DAY_MS,
    createdAt: now,
    updatedAt: now,
    mailboxProvedAt: now,
    ...overrides,
    email,
  } satisfies NewMember;
  const { subscriptionType: type, accessEndsAt } = values;
  const highestPlan = type === "trial" || type === "gift" ? "monthly" : type;
  const access = accessEndsAt === null ? {} : { highestPlan, accessChangesAt: accessEndsAt };
  const member = await db
    .insert(members)
    .values({ ...access, ...values } satisfies NewMember)
    .returning()
    .get();
  const grant = hasGrant ? grantOf(member) : null;
  if (grant) await db.insert(accessGrants).values(grant);
  return member;
}

/** Writes columns that no statement of the Worker may write, such as the end of access. */
export async function setMember(id: string, change: Partial<NewMember>): Promise<void> {
  await updateMember(db, id, change as object);
}

type TokenOptions = { isByMail?: boolean };

export async function tokenFor(member: Member, now = Date.now(), options: TokenOptions = {}): Promise<string> {
  const config = readConfig(env);
  const session = newSession(config, member.id, { userAgent: "Test", now }, options);
  await db.insert(sessions).values(session);
  return signToken(config, session, now);
}

export function sessionsOf(member: Member) {
  return db.select().from(sessions).where(eq(sessions.memberId, member.id));
}

export async function endSessions(member: Member): Promise<void> {
  await db.delete(sessions).where(eq(sessions.memberId, member.id));
}

const MEDIUM_TYPES = {
  audio: ["mp3", "audio/mpeg"],
  video: ["mp4", "video/mp4"],
  captions: ["vtt", "text/vtt"],
  artwork: ["jpg", "image/jpeg"],
} as const;

export async function createMedium(kind: keyof typeof MEDIUM_TYPES, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const [extension, contentType] = MEDIUM_TYPES[kind];
  const key = `test-${crypto.randomUUID().slice(0, 13)}.${extension}`;
  await env.MEDIA.put(key, bytes, { httpMetadata: { contentType } });
  await db.insert(media).values({ key, kind, title: key, contentType, sizeBytes: bytes.length, createdAt: Date.now() });
  return key;
}

/** An item for a date; dates are unique, so each test picks its own. */
export async function createItem(date: string, overrides: Partial<typeof content.$inferInsert> = {}) {
  const now = Date.now();
  const item = {
    id: crypto.randomUUID(),
    date,
    title: `Session of ${date}`,
    description: "Stand up. Breathe. Begin.",
    transcript: null,
    status: "published" as const,
    createdAt: now,
    updatedAt: now,
    ...overrides,
  };
  // Read afterwards, since a trigger gives the number.
  const [, , [row]] = await db.batch([
    db.insert(content).values(item),
    foldChanged(db, item),
    db.select().from(content).where(eq(content.id, item.id)),
  ]);
  if (!row) throw new Error("The item was not stored.");
  return row;
}

/** Progress as a save leaves it. */
export async function createProgress(
  memberId: string,
  contentId: string,
  row: Partial<typeof progress.$inferInsert> = {},
) {
  const contentNumber = sql`(select number from content where id = ${contentId})`;
  await db.insert(progress).values({ ...row, memberId, contentNumber } as unknown as typeof progress.$inferInsert);
}

/** A separate network address, so that no test uses up another's attempts. */
export function uniqueAddress(): string {
  const [first, second, third] = crypto.getRandomValues(new Uint16Array(3));
  return `2001:db8:${first?.toString(16)}:${second?.toString(16)}:${third?.toString(16)}::1`;
}

type Row = Record<string, unknown>;

export async function rowsOf(sql: string, ...params: unknown[]): Promise<Row[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...params)
    .all<Row>();
  return results;
}

/** A member's morning, from the deliveries. */
export async function deliveryOf(memberId: string, date: string): Promise<Row | undefined> {
  const [row] = await rowsOf(
    `select d.*, b.id as batch_id from wake_up_deliveries d left join wake_up_batches b on b.number = d.batch
    where d.member_id = ? and d.local_date = ?`,
    memberId,
    date,
  );
  return row;
}

export async function slotRow(slotAt: number): Promise<Row | undefined> {
  const [row] = await rowsOf("select * from wake_up_slots where slot_at = ?", slotAt);
  return row;
}
