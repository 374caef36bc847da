import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { inboundMails } from "#db/schema/inbound.ts";
import type { OverviewResponse } from "#domain/contract/health.ts";
import type { InboundList } from "#domain/contract/mail-responses.ts";
import type { MemberFile } from "#domain/contract/members.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

type New = Partial<typeof inboundMails.$inferInsert>;

async function insert(more: New = {}): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(inboundMails).values({
    id,
    fromAddress: uniqueEmail(),
    fromName: "",
    subject: "Hi",
    preview: "",
    sizeBytes: 1,
    asksRefund: false,
    receivedAt: Date.now(),
    ...more,
  });
  return id;
}

async function listOf(list: string, cursor?: string): Promise<InboundList> {
  const query = new URLSearchParams({ list, ...(cursor ? { cursor } : {}) });
  const response = await request(`/api/admin/inbound?${query}`, { admin: true });
  expect(response.status).toBe(200);
  return response.json();
}

async function allOf(list: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOf(list, cursor);
    expect(page.mails.length).toBeLessThanOrEqual(10);
    ids.push(...page.mails.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

const answered = (id: string, isAnswered: boolean) =>
  request(`/api/admin/inbound/${id}/answered`, { admin: true, json: { isAnswered } });

test("search finds a name with a non-ASCII capital letter as written", async () => {
  const id = await insert({ fromName: "Élodie Ångström" });
  for (const q of ["Élodie", "Ångström"]) {
    const found = await request(`/api/admin/inbound?${new URLSearchParams({ list: "every", q })}`, { admin: true });
    expect((await found.json<InboundList>()).mails.map((mail) => mail.id)).toEqual([id]);
  }
});

test("every email that wants an answer is paged, each listed once, and a member's is on their page, too", async () => {
  const from = Date.now() - HOUR_MS;
  // Several at the same instant, so that a page ends between them.
  const ids = await Promise.all(
    Array.from({ length: 45 }, (_, index) => insert({ receivedAt: from + Math.floor(index / 10) })),
  );
  const member = await createMember();
  const ofMember = await insert({ memberId: member.id });
  const automatic = await insert({ wantsAnswer: false });
  const listed = await allOf("open");
  expect(listed.filter((id) => [...ids, ofMember].includes(id)).toSorted()).toEqual([...ids, ofMember].toSorted());
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).not.toContain(automatic);
  const file = await (await request(`/api/admin/members/${member.id}`, { admin: true })).json<MemberFile>();
  expect(file.inbound.map(({ id }) => id)).toEqual([ofMember]);
});

test("emails wait with their deadlines, the first due first, until marked as answered, which can be undone", async () => {
  await rowsOf("delete from inbound_mails");
  const at = Date.now() - 5 * HOUR_MS;
  const late = await insert({ receivedAt: at });
  const { id: memberId } = await createMember();
  const first = await insert({ asksRefund: true, receivedAt: at + HOUR_MS, memberId });
  const overview = async () =>
    (await (await request("/api/admin/overview", { admin: true })).json<OverviewResponse>()).needs.toAnswer;
  expect(await allOf("open")).toEqual([first, late]);
  const [day, two] = [25, 48].map((hours) => new Date(at + hours * HOUR_MS).toISOString());
  expect((await listOf("open")).mails.map(({ answerBy }) => answerBy)).toEqual([day, two]);
  expect(await overview()).toEqual({ count: 2, answerBy: day });

  for (let time = 0; time < 2; time += 1) expect((await answered(first, true)).status).toBe(200);
  expect([await allOf("open"), (await overview()).count]).toEqual([[late], 1]);
  expect((await answered(first, false)).status).toBe(200);
  expect(await allOf("open")).toEqual([first, late]);
  const audits = await rowsOf("select action from audit where subject = ? order by id", first);
  expect(audits).toEqual([{ action: "inbound.answered" }, { action: "inbound.reopened" }]);
});

test("an email's file is downloaded, never shown as a page", async () => {
  const rawKey = "inbound/2026-01-01/x.eml";
  await env.MEDIA.put(rawKey, "From: a@x.test\r\n\r\n<script>alert(1)</script>");
  const response = await request(`/api/admin/inbound/${await insert({ rawKey })}/file`, { admin: true });
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await response.text()).toContain("<script>");
  expect((await request(`/api/admin/inbound/${await insert()}/file`, { admin: true })).status).toBe(404);
});

test.for(["list=all", "list=open&cursor=x", "list=open&cursor=1e400.x", ""])(
  "an invalid query (%s) is refused",
  async (query) => {
    expect((await request(`/api/admin/inbound?${query}`, { admin: true })).status).toBe(400);
  },
);

test("search matches part of an address, name, or subject in any case, in every list", async () => {
  const word = `Zebra${crypto.randomUUID().slice(0, 8)}`;
  const found = async (list: string, q = word.toUpperCase()) => {
    const query = new URLSearchParams({ list, q });
    const response = await request(`/api/admin/inbound?${query}`, { admin: true });
    return (await response.json<InboundList>()).mails.map(({ id }) => id);
  };
  const at = Date.now() - HOUR_MS;
  const { id: memberId } = await createMember();
  const byName = await insert({ fromName: `Mrs ${word}`, receivedAt: at });
  const byAddress = await insert({ fromAddress: `${word.toLowerCase()}@x.test`, receivedAt: at + 1, memberId });
  const bySubject = await insert({ subject: `About ${word}`, receivedAt: at + 2, memberId });
  expect(await found("every")).toEqual([bySubject, byAddress, byName]);
  expect([await found("open"), await found("answered")]).toEqual([[byName, byAddress, bySubject], []]);
  await answered(bySubject, true);
  expect([await found("open"), await found("answered")]).toEqual([[byName, byAddress], [bySubject]]);
  expect(await found("every", "%_%")).toEqual([]);
});
