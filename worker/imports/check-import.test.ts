import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { type MemberImport, memberImport } from "#domain/contract/imports.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { checkImport, listImportPeople } from "./check-import.ts";
import { checkKeyOf, fileKeyOf } from "./import-file.ts";
import { uploadImport } from "./imports.ts";
import { runImports } from "./run-imports.ts";

/** In the middle between two slots, when imports run. */
const NOW = Date.parse("2027-03-10T12:07:00Z");

beforeEach(async () => {
  for (const table of ["invitations", "imports"]) await rowsOf(`delete from ${table}`);
});

/** Addresses of this test only. */
const addressOf = () => {
  const domain = `${crypto.randomUUID().slice(0, 8)}.test`;
  return (name: string) => `${name}@${domain}`;
};

function upload(lines: string[]): Promise<MemberImport> {
  const body = new Blob([lines.join("\n")]);
  const file = { id: crypto.randomUUID(), filename: "members.csv", sizeBytes: body.size, body: body.stream() };
  return uploadImport(contextAt(NOW), file);
}

type Answers = Partial<MemberImport["answers"]>;

async function check({ id, mapping }: MemberImport, answers: Answers = {}): Promise<MemberImport> {
  for (;;) {
    const checked = await checkImport(contextAt(NOW), { id, mapping, answers });
    if (checked.state !== "checking") return memberImport.parse(checked);
  }
}

const start = (id: string) => request(`/api/admin/imports/${id}/start`, { admin: true, method: "POST", now: NOW });

async function run(id: string): Promise<MemberImport> {
  expect((await start(id)).status).toBe(200);
  await runImports(contextAt(NOW));
  const list = await (await request("/api/admin/imports", { admin: true, now: NOW })).json();
  return memberImport.parse((list as { imports: MemberImport[] }).imports.find((one) => one.id === id));
}

const addressesIn = async (id: string, of: Parameters<typeof listImportPeople>[1]["of"]) =>
  (await listImportPeople(contextAt(NOW), { id, of })).people.map(({ email, isMade }) => [email.split("@")[0], isMade]);

test("the check says in people what the file means, the import keeps it, and each number has its list", async () => {
  const at = addressOf();
  const uploaded = await upload([
    "email,plan,expiry,email_disabled,Status of email",
    `${at("ann")},yearly,2027-06-01,false,ok`,
    `${at("mo")},monthly,2027-03-31,true,ok`,
    `${at("gone")},monthly,2027-01-31,false,ok`,
    `${at("free")},free,,false,ok`,
    `${at("bo")},yearly,2027-06-01,Bounced,ok`,
    "nobody,monthly,2027-06-01,false,ok",
  ]);
  const checked = await check(uploaded);
  const result = { annual: 2, quarterly: 0, monthly: 1, none: 2, noEmail: 1, unreachable: 1 };
  expect(checked).toMatchObject({ created: 5, refused: 1, result });
  expect(await addressesIn(checked.id, "none")).toEqual([
    ["gone", false],
    ["free", false],
  ]);
  expect(await addressesIn(checked.id, "rejected")).toEqual([["nobody", false]]);
  const [rejected] = (await listImportPeople(contextAt(NOW), { id: checked.id, of: "rejected" })).people;
  expect(rejected).toMatchObject({ row: 7, notes: "Not an email address." });
  const done = await run(checked.id);
  expect(done).toMatchObject({ state: "done", created: 5, refused: 1, result });
  expect(await addressesIn(checked.id, "unreachable")).toEqual([["bo", true]]);
});

test("who bounced elsewhere is suppressed from the start, and an undo lets them be imported again", async () => {
  const at = addressOf();
  const lines = ["email,paid until,Unsubscribed", `${at("spam")},2027-12-31,Complained`, `${at("fine")},2027-12-31,no`];
  const { id } = await check(await upload(lines));
  await run(id);
  const suppressed = "select suppression_reason as reason from members where email = ? and suppressed_at is not null";
  expect(await rowsOf(suppressed, at("spam"))).toEqual([{ reason: "complained" }]);
  expect(await rowsOf(suppressed, at("fine"))).toEqual([]);
  expect((await check(await upload(lines))).refused).toBe(2);
  await request(`/api/admin/imports/${id}/undo`, { admin: true, method: "POST", now: NOW });
  await runImports(contextAt(NOW + 60_000));
  expect((await check(await upload(lines))).created).toBe(2);
});

test("plans that say nothing and missing ends are asked about, with numbers, and nothing starts before the answers", async () => {
  const at = addressOf();
  const uploaded = await upload([
    "email,tier,expires",
    `${at("a")},Gold,2027-12-31`,
    `${at("b")},Gold,Never`,
    `${at("c")},Guest,Never`,
    `${at("d")},constructor,2027-01-01`,
  ]);
  const asked = await check(uploaded);
  expect(asked.asks).toMatchObject({
    endless: 2,
    plans: [
      { value: "Gold", count: 2, ending: 1, endless: 1 },
      { value: "Guest", count: 1, ending: 0, endless: 1 },
      { value: "constructor", count: 1, ending: 0, endless: 0 },
    ],
  });
  expect(asked.result).toMatchObject({ annual: 0, monthly: 0, none: 4 });
  expect((await start(asked.id)).status).toBe(409);
  const answered = await check(asked, {
    plans: [
      { value: "Gold", plan: "annual" },
      { value: "Guest", plan: "none" },
    ],
    noEnd: "2027-05-01",
  });
  expect(answered.result).toMatchObject({ annual: 2, monthly: 0, none: 2 });
  await run(asked.id);
  const ends = "select g.plan, g.until from access_grants g join members m on m.id = g.member_id where m.email = ?";
  expect(await rowsOf(ends, at("b"))).toEqual([{ plan: "annual", until: Date.parse("2027-05-02T05:00:00Z") }]);
  expect(await rowsOf(ends, at("c"))).toEqual([]);
});

test.for([
  ["emails", "subscribed", { noEmail: 1 }],
  ["membership", "status", { noEmail: 0 }],
] as const)(
  "a status that may be about either is asked about, and counts for %s once that's said",
  async ([topic, field, counts]) => {
    const at = addressOf();
    const uploaded = await upload(["email,status", `${at("a")},active`, `${at("b")},cancelled`]);
    expect(uploaded.asks.openStatus).toBe(1);
    const mapping = { ...uploaded.mapping, [field]: 1 };
    const answered = await check({ ...uploaded, mapping }, { statusTopic: topic, noEnd: "days" });
    expect(answered).toMatchObject({ mapping, result: { ...counts, monthly: topic === "membership" ? 1 : 0 } });
    expect((await run(uploaded.id)).result).toMatchObject(counts);
  },
);

test("a check of many rows goes in parts, and one that's killed or begun again counts each row once", async () => {
  const at = addressOf();
  const rows = Array.from({ length: 45_000 }, (_, index) => `${at(`p${index % 44_000}`)},2027-12-31`);
  const uploaded = await upload(["email,paid until", ...rows]);
  const ask = (ctx = contextAt(NOW)) => checkImport(ctx, { id: uploaded.id, mapping: uploaded.mapping, answers: {} });
  const first = await ask();
  expect(first.state).toBe("checking");
  expect(first.doneShare).toBeGreaterThan(0.4);
  expect(first.doneShare).toBeLessThan(0.6);
  // Its lookups are done, and what it found is lost.
  let calls = 0;
  const d1 = wrappedD1(async (call) => {
    calls += 1;
    if (calls > 20) throw new Error("The Worker is gone.");
    return call();
  });
  await expect(ask({ ...contextAt(NOW), db: createDb(d1) })).rejects.toThrow();
  expect((await ask()).doneShare).toBeGreaterThan(0.8);
  const [last] = await Promise.all([ask(), ask()]);
  expect(last).toMatchObject({ state: "checked", created: 44_000, refused: 1000 });
});

test("a check that can't be finished says why and can be asked for again with other columns", async () => {
  const at = addressOf();
  const rows = Array.from({ length: 60 }, (_, index) => `${at(`p${index}`)},level ${index}`);
  const uploaded = await upload(["email,level", ...rows]);
  const mapped = { ...uploaded, mapping: { ...uploaded.mapping, plan: 1 } };
  await expect(check(mapped)).rejects.toThrow("more than 50 different values");
  expect(await check(uploaded)).toMatchObject({ state: "checked", created: 60 });
  await request(`/api/admin/imports/${uploaded.id}/cancel`, { admin: true, method: "POST", now: NOW });
  expect(await env.MEDIA.head(checkKeyOf(uploaded.id))).toBeNull();
  const people = await request(`/api/admin/imports/${uploaded.id}/people?of=none`, { admin: true, now: NOW });
  expect(people.status).toBe(404);
});

test("an unused column that looks like an end is asked about if no one would get access", async () => {
  const at = addressOf();
  const lines = ["email,g\u00fcltig bis", `${at("a")},31.12.2027`, `${at("b")},2026-12-31`];
  const asked = await check(await upload(lines));
  expect(asked.asks.openEnd).toBe(1);
  expect((await start(asked.id)).status).toBe(409);
  const used = await check({ ...asked, mapping: { ...asked.mapping, paidUntil: 1 } });
  expect(used).toMatchObject({ asks: { openEnd: null }, result: { monthly: 1, none: 1 } });
  // Who has no end date is another question.
  await check(asked, { noEnd: "none" });
  expect((await start(asked.id)).status).toBe(409);
  expect(await check(asked, { notEnd: 1 })).toMatchObject({ result: { monthly: 0, none: 2 } });
  expect((await run(asked.id)).result).toMatchObject({ monthly: 0, none: 2 });
});

test("a rejected row lists no access", async () => {
  const at = addressOf();
  const lines = ["email,paid until", `${at("a")},2027-12-31`, `${at("a")},2027-12-31`];
  const { id } = await check(await upload(lines));
  const [rejected] = (await listImportPeople(contextAt(NOW), { id, of: "rejected" })).people;
  expect(rejected).toMatchObject({ row: 3, through: null });
});

test("each value that was replaced is counted, up to five of a kind", async () => {
  const at = addressOf();
  const states = ["Blue", "Blue", "Red", "Green", "Pink", "Gray", "Gold", "Teal", "active"];
  const rows = states.map((state, index) => `${at(`p${index}`)},2027-12-31,${state}`);
  const { mapping, ...uploaded } = await upload(["email,paid until,state", ...rows]);
  const { remarks } = await check({ ...uploaded, mapping: { ...mapping, status: 2 } });
  const counted = ["Blue", "Red", "Green", "Pink", "Gray"].map((text) => ({ kind: "status", text, count: 1 }));
  expect(remarks).toEqual([{ ...counted[0], count: 2 }, ...counted.slice(1), { kind: "others", text: "", count: 2 }]);
});

test.for([
  ["joined", "joined,paid until", "31/01/2026,05/06/2027"],
  ["that we don't use", "last visit,paid until", "31/01/2026,05/06/2027"],
] as const)("a column of dates %s settles whether the day comes first", async ([, names, values]) => {
  const uploaded = await upload([`email,${names}`, `${addressOf()("a")},${values}`]);
  const checked = await check(uploaded);
  expect(checked.asks.dateExample).toBeNull();
  const [person] = (await listImportPeople(contextAt(NOW), { id: checked.id, of: "monthly" })).people;
  expect(person?.through).toBe("2027-06-05");
});

test("dates that matter to no one's access ask nothing", async () => {
  const checked = await check(await upload(["email,last visit", `${addressOf()("a")},05/06/2026`]));
  expect(checked.asks.dateExample).toBeNull();
});

test("an import that's cancelled before it starts leaves nothing", async () => {
  const uploaded = await upload(["email", "a@x.test"]);
  expect(await check(uploaded)).toMatchObject({ state: "checked" });
  const path = `/api/admin/imports/${uploaded.id}/cancel`;
  const cancelled = await request(path, { admin: true, method: "POST", now: NOW });
  expect(await cancelled.json()).toMatchObject({ state: "cancelled", undoUntil: null, hasFile: false });
  expect(await env.MEDIA.head(fileKeyOf(uploaded.id))).toBeNull();
  expect(await rowsOf("select 1 from imports where id = ?", uploaded.id)).toEqual([]);
});

test("dates of joining that can be read both ways are asked about, and kept as the answer says", async () => {
  const at = addressOf();
  const asked = await check(await upload(["email,joined", `${at("a")},05/06/2026`, `${at("b")},2026-01-31`]));
  expect(asked.asks.dateExample).toBe("05/06/2026");
  expect((await start(asked.id)).status).toBe(409);
  await check(asked, { dateOrder: "day" });
  await run(asked.id);
  const joined = "select date(joined_at / 1000, 'unixepoch') as day from members where email = ?";
  expect(await rowsOf(joined, at("a"))).toEqual([{ day: "2026-06-05" }]);
});

test("a remark counts the rows that it is about, not the values in them", async () => {
  const at = addressOf();
  const row = (name: string, zone: string, hour: string) => `${at(name)},${zone},${hour}`;
  const unknown = ["a", "b", "c", "d", "e"].map((name) => row(name, `Zone ${name}`, `at ${name}`));
  const uploaded = await upload(["email,timezone,hour", ...unknown, row("f", "Zone f", "at f")]);
  const { remarks } = await check({ ...uploaded, mapping: { email: 0, zone: 1, hour: 2 } });
  expect(remarks.filter(({ kind }) => kind === "others")).toEqual([{ kind: "others", text: "", count: 1 }]);
});
