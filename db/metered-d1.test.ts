import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { metered, meteredBeside } from "#db/client.ts";
import { sessions } from "#db/schema/account.ts";
import { members } from "#db/schema/members.ts";
import { settings } from "#db/schema/settings.ts";
import { createMember, db, tokenFor } from "#test/worker/factories.ts";

test("the meter adds up calls and rows read and written, in single statements and batches", async () => {
  const { db: own, meter } = metered(env.DB);
  const row = { key: crypto.randomUUID(), value: "1", updatedAt: 0 };
  await own.insert(settings).values(row);
  expect(meter).toMatchObject({ calls: 1, rowsRead: 0 });
  expect(meter.rowsWritten).toBeGreaterThan(0);
  const written = meter.rowsWritten;
  const read = own.select().from(settings).where(eq(settings.key, row.key));
  expect(await read).toMatchObject([row]);
  expect(meter).toMatchObject({ calls: 2, rowsRead: 1, rowsWritten: written });
  await own.batch([read, own.all(sql`select 1 from settings where key = ${row.key}`)]);
  expect(meter).toMatchObject({ calls: 3, rowsRead: 3, rowsWritten: written });
  await own.run(sql`delete from settings where key = ${row.key}`);
  expect(meter.rowsWritten).toBeGreaterThan(written);
});

test("a metered join with duplicate column names returns the same rows as an unmetered one", async () => {
  const member = await createMember();
  await tokenFor(member);
  const join = (handle: typeof db) =>
    handle
      .select({ member: members, session: sessions })
      .from(sessions)
      .innerJoin(members, eq(members.id, sessions.memberId))
      .where(eq(members.id, member.id));
  const { db: own, meter } = metered(env.DB);
  expect(await join(own)).toEqual(await join(db));
  expect(meter).toMatchObject({ calls: 1, rowsRead: 0 });
});

test("a join with unique column names has its rows counted", async () => {
  const member = await createMember();
  await tokenFor(member);
  const { db: own, meter } = metered(env.DB);
  const [found] = await own
    .select({ member: members, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(members.id, member.id));
  expect(found).toMatchObject({ member: { id: member.id, email: member.email }, lastUsedAt: expect.any(Number) });
  expect(meter.rowsRead).toBeGreaterThan(1);
});

test("two meters side by side count separately, and a batch takes statements from both handles", async () => {
  const first = metered(env.DB);
  const second = meteredBeside(first.db);
  const count = (handle: typeof db) => handle.all<{ one: number }>(sql`select count(*) as one from totals`);
  expect(await second.db.batch([count(first.db), count(second.db), count(db)])).toHaveLength(3);
  expect(second.meter).toMatchObject({ calls: 1, rowsRead: 3 });
  expect(first.meter).toMatchObject({ calls: 0, rowsRead: 0 });
});

test("a failing statement or batch still throws, and its call is counted", async () => {
  const { db: own, meter } = metered(env.DB);
  await expect(own.run(sql`select * from nothing`)).rejects.toThrow();
  await expect(own.batch([own.run(sql`select * from nothing`)])).rejects.toThrow();
  expect(meter.calls).toBe(2);
});
