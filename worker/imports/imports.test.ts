import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { type MemberImport, memberImport } from "#domain/contract/imports.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { UNDO_MS } from "#domain/rules/imports.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { startAll } from "#test/worker/invited.ts";
import { contextAt, settle } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { sendInvitations, startInvitations, stopInvitations } from "../account/invitations/send-invitations.ts";
import { readConfig } from "../kernel/env.ts";
import { addressHash } from "../kernel/hashing.ts";
import { fileKeyOf } from "./import-file.ts";
import { purgeImportFiles } from "./purge-import-files.ts";
import { runImports } from "./run-imports.ts";

/** In the middle between two slots, when imports run. */
const NOW = Date.parse("2027-03-10T12:07:00Z");

beforeEach(async () => {
  for (const table of ["invitations", "imports"]) await rowsOf(`delete from ${table}`);
});

const text = (lines: string[]) => lines.join("\r\n");

async function call(path: string, options: Parameters<typeof request>[1] = {}): Promise<MemberImport> {
  const response = await request(`/api/admin/imports/${path}`, { admin: true, now: NOW, ...options });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return memberImport.parse(await response.json());
}

const put = (id: string, body: BodyInit) => ({ path: `${id}?filename=members.csv`, options: { method: "PUT", body } });

async function upload(body: string | Uint8Array<ArrayBuffer>): Promise<MemberImport> {
  const { path, options } = put(crypto.randomUUID(), body);
  return call(path, options);
}

const step = (id: string, name: string) => call(`${id}/${name}`, { method: "POST" });

type Answers = { mapping?: object; answers?: object };

/** Asks for a check's parts until it's over. */
async function checkAgain({ id, mapping }: MemberImport, { answers, ...other }: Answers = {}): Promise<MemberImport> {
  for (;;) {
    const checked = await call(`${id}/check`, { json: { mapping, answers, ...other } });
    if (checked.state !== "checking") return checked;
  }
}

/** Uploads and checks a file by the mapping that's found. */
const check = async (body: string, answers: Answers = {}) => checkAgain(await upload(body), answers);

async function start(body: string): Promise<string> {
  const { id } = await check(body);
  await step(id, "start");
  return id;
}

async function report(id: string): Promise<Record<string, string>[]> {
  const response = await request(`/api/admin/imports/${id}/report`, { admin: true, now: NOW });
  expect(response.status).toBe(200);
  return parse(await response.text(), { columns: true, bom: true });
}

const present = async (id: string) => {
  const { imports } = (await (await request("/api/admin/imports", { admin: true, now: NOW })).json()) as {
    imports: MemberImport[];
  };
  return imports.find((one) => one.id === id);
};

const tick = (minutes = 0) => runImports(contextAt(NOW + minutes * MINUTE_MS));

function manyRows(count: number): { file: string; domain: string } {
  const domain = `${crypto.randomUUID().slice(0, 8)}.test`;
  const rows = Array.from(
    { length: count },
    (_, index) => `person-${index}@${domain},Person ${index},2027-12-31,annual`,
  );
  return { file: text(["email,name,paid until,plan", ...rows]), domain };
}

test("a row becomes an account with emails off and no password, with a grant, labels, and an invitation", async () => {
  const email = uniqueEmail();
  const id = await start(
    text([
      "Email;Name;Hour;Time zone;Plan;Paid until;Unsubscribed;Labels",
      `${email};Ana Maria Lopez;7:00 AM;America/New_York;Yearly;31.12.2027;yes;"VIP; Press"`,
    ]),
  );
  await tick();
  expect(await present(id)).toMatchObject({ state: "done", created: 1, refused: 0, rowsDone: 1, doneShare: 1 });
  const [member] = await rowsOf("select * from members where email_key = ?", email.toLowerCase());
  expect(member).toMatchObject({
    first_name: "Ana",
    last_name: "Maria Lopez",
    wake_up_hour: 7,
    timezone: "America/New_York",
    email_enabled: 0,
    is_unaccepted: 1,
    password_hash: null,
    highest_plan: "annual",
    subscription_type: "annual",
    subscription_status: "active",
    access_ends_at: Date.parse("2028-01-01T05:00:00Z"),
  });
  expect(await rowsOf("select source, source_id, plan from access_grants where member_id = ?", member?.id)).toEqual([
    { source: "import", source_id: `${id}:1`, plan: "annual" },
  ]);
  expect(await rowsOf("select row, is_unsubscribed, invited_at from invitations")).toEqual([
    { row: 1, is_unsubscribed: 1, invited_at: null },
  ]);
  expect(await rowsOf("select label from member_labels where member_id = ? order by label", member?.id)).toEqual([
    { label: "press" },
    { label: "vip" },
  ]);
  await settle();
  expect(await rowsOf("select * from transactional_mails where member_id = ?", member?.id)).toEqual([]);
});

test("check and import refuse known, closed, and suppressed addresses with a reason and never change them", async () => {
  const known = await createMember({ firstName: "Known" });
  const closed = await createMember({ deletedAt: 5 });
  const suppressed = uniqueEmail();
  const hash = addressHash(readConfig(env), suppressed);
  await rowsOf("insert into suppressions (address_hash, reason, suppressed_at) values (?, 'bounced', 5)", hash);
  const [good, twice, late] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
  const file = text([
    "email,first name,paid until",
    `${known.email.toUpperCase()},Other,2027-12-31`,
    `${closed.email},Other,`,
    `${suppressed},Other,`,
    `${twice},First,`,
    `${twice},Second,`,
    `${late},Late,2031-01-01`,
    "no-address,Nobody,",
    `${uniqueEmail()},Unread,soon`,
    "",
    `${good},=HYPERLINK(1),2026-01-01`,
  ]);
  const before = await rowsOf("select * from members where id in (?, ?)", known.id, closed.id);
  const checked = await check(file);
  expect(checked).toMatchObject({ state: "checked", created: 2, refused: 7 });
  const expected = [
    ["2", "rejected", "Already a member."],
    ["3", "rejected", "They deleted their account, or we did."],
    ["4", "rejected", "Emails to this address bounce or were reported as spam."],
    ["5", "will be created", ""],
    ["6", "rejected", "The address is already in an earlier row."],
    ["7", "rejected", 'The date "2031-01-01" is more than 3 years ahead.'],
    ["8", "rejected", "Not an email address."],
    ["9", "rejected", 'The date "soon" can\'t be read. Write it as 2026-12-31.'],
    ["11", "will be created", ""],
  ];
  const words = (rows: Record<string, string>[]) => rows.map(({ row, result, why }) => [row, result, why]);
  expect(words(await report(checked.id))).toEqual(expected);
  await step(checked.id, "start");
  await tick();
  expect(await present(checked.id)).toMatchObject({ state: "done", created: 2, refused: 7, rowsDone: 10 });
  const after = await report(checked.id);
  expect(words(after).map(([, result]) => result)).toEqual(
    expected.map(([, result]) => (result === "rejected" ? "rejected" : "created")),
  );
  expect(after[4]?.why).toBe("The address is already in row 5.");
  // As text in our file, so that no spreadsheet runs it.
  expect(after.at(-1)?.["first name"]).toBe("'=HYPERLINK(1)");
  expect(await rowsOf("select first_name, access_ends_at from members where email = ?", good)).toEqual([
    { first_name: "=HYPERLINK(1)", access_ends_at: null },
  ]);
  expect(await rowsOf("select * from members where id in (?, ?)", known.id, closed.id)).toEqual(before);
});

test("an import of 10,000 rows, killed midway and resumed, creates each member once", {
  timeout: 240_000,
}, async () => {
  const { file, domain } = manyRows(10_000);
  const id = await start(file);
  vi.spyOn(console, "error").mockReturnValue();
  let calls = 0;
  // Dies before a slice, and after one whose answer is lost.
  for (const [minute, kill] of [
    [0, { at: 20, before: true }],
    [1, { at: 30, before: false }],
  ] as const) {
    calls = 0;
    const d1 = wrappedD1(async (run) => {
      calls += 1;
      if (calls < kill.at) return run();
      if (!kill.before && calls === kill.at) await run();
      throw new Error("The Worker is gone.");
    });
    const dying = { ...contextAt(NOW + minute * MINUTE_MS), db: createDb(d1) };
    await expect(runImports(dying)).rejects.toThrow();
  }
  const halfway = await present(id);
  expect(halfway?.state).toBe("running");
  expect(halfway?.rowsDone).toBeGreaterThan(3000);
  // Two ticks at once, as when one takes longer than a minute.
  for (let minute = 2; (await present(id))?.state === "running" && minute < 12; minute += 1)
    await Promise.all([tick(minute), tick(minute)]);
  expect(await present(id)).toMatchObject({ state: "done", created: 10_000, refused: 0, rowsDone: 10_000 });
  const counts = await rowsOf(
    `select count(*) as members, count(distinct m.email_key) as addresses, count(distinct i.row) as rows,
       count(g.id) as grants, count(distinct g.source_id) as sources
     from members m join invitations i on i.member_id = m.id left join access_grants g on g.member_id = m.id
     where m.email_key like ?`,
    `%@${domain}`,
  );
  expect(counts).toEqual([{ members: 10_000, addresses: 10_000, rows: 10_000, grants: 10_000, sources: 10_000 }]);
});

test("creating an account with access reads at most 45 rows and writes 23", async () => {
  const id = await start(manyRows(1000).file);
  const { d1, cost } = countingD1(env.DB);
  await runImports({ ...contextAt(NOW), db: createDb(d1) });
  expect(await present(id)).toMatchObject({ state: "done", created: 1000 });
  expect(cost.rowsRead / 1000).toBeLessThanOrEqual(45);
  expect(cost.rowsWritten / 1000).toBeLessThanOrEqual(23);
});

test("Cancel stops between slices, keeps what was created, and reports what isn't imported", async () => {
  const { file } = manyRows(350);
  const id = await start(file);
  let calls = 0;
  const d1 = wrappedD1(async (run) => {
    calls += 1;
    if (calls === 5) await step(id, "cancel");
    return run();
  });
  await runImports({ ...contextAt(NOW), db: createDb(d1) });
  await tick(1);
  expect(await present(id)).toMatchObject({ state: "cancelled", created: 200, rowsDone: 200 });
  const results = (await report(id)).map(({ result }) => result);
  expect([results[199], results[200]]).toEqual(["created", "not imported"]);
});

test("an undo removes only members who weren't invited and have done nothing", async () => {
  const { file, domain } = manyRows(150);
  const other = await createMember();
  const id = await start(file);
  await tick();
  const invited = await rowsOf("select member_id as id from invitations where row in (3, 7)");
  await rowsOf("update invitations set invited_at = ? where row = 3", NOW);
  await request(`/api/admin/members/${invited[1]?.id}/notes`, {
    admin: true,
    json: { requestId: crypto.randomUUID(), text: "Wrote to us" },
  });
  const [before] = await rowsOf("select members, annual from totals");
  await step(id, "undo");
  await tick(1);
  await step(id, "undo");
  const undone = await present(id);
  expect(undone).toMatchObject({ state: "undone", created: 2 });
  expect(undone?.stayed.map(({ reason, accounts }) => `${accounts} ${reason}`).toSorted()).toEqual([
    "1 activity",
    "1 invited",
  ]);
  const left = (await report(id)).filter(({ result }) => result === "stayed").map(({ row, why }) => `${row}: ${why}`);
  expect(left).toEqual(["4: Invited.", "8: With other activity."]);
  expect(await rowsOf("select id from members where email_key like ? order by id", `%@${domain}`)).toEqual(
    invited.map(({ id: one }) => ({ id: one })).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
  );
  expect(await rowsOf("select count(*) as n from access_grants where source_id like ?", `${id}:%`)).toEqual([{ n: 2 }]);
  expect(await rowsOf("select id from members where id = ?", other.id)).toHaveLength(1);
  const [after] = await rowsOf("select members, annual from totals");
  expect(Number(before?.members) - Number(after?.members)).toBe(148);
  // Nobody had accepted, so none of them counted as having access.
  expect(after?.annual).toBe(before?.annual);
});

test("an import can't be undone more than 24 hours after it ends", async () => {
  const id = await start(manyRows(1).file);
  await tick();
  const late = await request(`/api/admin/imports/${id}/undo`, { admin: true, method: "POST", now: NOW + UNDO_MS });
  expect(late.status).toBe(409);
  expect((await present(id))?.state).toBe("done");
});

test("a second import starts after the first has ended, and waits during the quiet time after a slot", async () => {
  const [first, second] = [await start(manyRows(5).file), await start(manyRows(5).file)];
  await runImports(contextAt(Date.parse("2027-03-10T12:01:00Z")));
  expect((await present(first))?.state).toBe("waiting");
  await rowsOf("update imports set started_at = started_at + 1 where id = ?", second);
  await rowsOf("update imports set state = 'running', lease_until = ? where id = ?", NOW + 1000, first);
  await tick();
  expect((await present(second))?.state).toBe("waiting");
  await tick(1);
  expect([(await present(first))?.state, (await present(second))?.state]).toEqual(["done", "done"]);
});

test("an uploaded file is mapped by its header, kept once, and deleted after a week or on Cancel", async () => {
  const id = crypto.randomUUID();
  const { path, options } = put(id, "\uFEFFemail,paid until\na@x.test,2027-12-31\n");
  const first = await call(path, options);
  expect(first).toMatchObject({
    state: "checking",
    columns: ["email", "paid until"],
    mapping: { email: 0, paidUntil: 1 },
  });
  expect(await call(path, { ...options, body: "other\n1\n" })).toEqual(first);
  await purgeImportFiles(contextAt(NOW + 7 * DAY_MS));
  expect(await env.MEDIA.head(fileKeyOf(id))).not.toBeNull();
  await purgeImportFiles(contextAt(NOW + 7 * DAY_MS + HOUR_MS));
  expect(await env.MEDIA.head(fileKeyOf(id))).toBeNull();
  expect(await present(id)).toMatchObject({ state: "cancelled", hasFile: false });
  const again = await request(`/api/admin/imports/${id}/start`, { admin: true, method: "POST", now: NOW });
  expect(again.status).toBe(410);
});

test("rows of empty cells, as spreadsheets save them, count as empty lines", async () => {
  expect(await check(`email,name\n,\n${uniqueEmail()},A\n , \n,\n`)).toMatchObject({ created: 1, refused: 0 });
});

test("a file with lines above its header, and an address in a form of its own, is read; its rows keep a spreadsheet's numbers", async () => {
  const email = uniqueEmail();
  const id = await start(`Members\n\nE-mail;Name\nAda Lo <${email}>;"Ada\nLo"\n${email};Bo\n`);
  await tick();
  expect(await rowsOf("select first_name, last_name from members where email = ?", email)).toEqual([
    { first_name: "Ada", last_name: "Lo" },
  ]);
  expect((await report(id)).map((row) => [row.row, row.email, row.why])).toEqual([
    ["4", email, ""],
    ["5", email, "The address is already in row 4."],
  ]);
});

test("the whole file decides whether days or months are first; if it doesn't, the check asks and takes an answer", async () => {
  const ends = async (...dates: string[]) => {
    const rows = dates.map((date) => `${uniqueEmail()},${date}`);
    return upload(text(["email,paid until", ...rows]));
  };
  const ask = (of: MemberImport, dateOrder: string | null = null) => checkAgain(of, { answers: { dateOrder } });
  const through = async ({ id }: MemberImport) => (await report(id)).map((row) => row["paid through"]);

  const british = await ask(await ends("05/06/2027", "31/12/2027"));
  expect(british).toMatchObject({ state: "checked", created: 2, asks: { dateExample: null } });
  expect(await through(british)).toEqual(["2027-06-05", "2027-12-31"]);

  const open = await ask(await ends("05/06/2027", "2027-12-31"));
  expect(open).toMatchObject({ asks: { dateExample: "05/06/2027" }, answers: { dateOrder: null } });
  expect(await through(open)).toEqual(["2027-05-06", "2027-12-31"]);
  await expect(step(open.id, "start")).rejects.toThrow("409");
  const answered = await ask(open, "day");
  expect(answered).toMatchObject({ asks: { dateExample: "05/06/2027" }, answers: { dateOrder: "day" } });
  expect(await through(answered)).toEqual(["2027-06-05", "2027-12-31"]);
  await step(answered.id, "start");
  await tick();
  const [grant] = await rowsOf("select until from access_grants where source_id = ?", `${answered.id}:1`);
  expect(grant?.until).toBe(Date.parse("2027-06-06T05:00:00Z"));
});

test("an undo also removes an account whose invitation was withdrawn before it was sent", async () => {
  const id = await start(manyRows(2).file);
  await tick();
  await startInvitations(contextAt(NOW + MINUTE_MS), startAll());
  await sendInvitations(contextAt(NOW + 2 * MINUTE_MS));
  await stopInvitations(contextAt(NOW + 2 * MINUTE_MS));
  await step(id, "undo");
  await tick(4);
  expect(await present(id)).toMatchObject({ state: "undone", created: 0 });
});

test.for([
  ["nothing below the header", "email,name\n", "The file has no rows below its header."],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 97, 0, 10, 0]), "This isn't a CSV file in UTF-8"],
  ["an image", new Uint8Array([0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0]), "This isn't a CSV file in UTF-8"],
] as const)("a file with %s is refused and not kept", async ([, body, says]) => {
  const id = crypto.randomUUID();
  const { path, options } = put(id, body as BodyInit);
  const response = await request(`/api/admin/imports/${path}`, { admin: true, ...options });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(says);
  expect(await env.MEDIA.head(fileKeyOf(id))).toBeNull();
});

test("the check names a row with an unmatched quotation mark", async () => {
  const { id, mapping } = await upload(
    `email,name\na@x.test,"${"long ".repeat(60_000)}\nb@x.test,B\n${"c@x.test,C\n".repeat(30_000)}`,
  );
  const response = await request(`/api/admin/imports/${id}/check`, { admin: true, json: { mapping } });
  expect(await response.text()).toContain("Row 2 is too long or has an unmatched quotation mark.");
});

test("the email address must be mapped, to a column that exists; an unchecked import doesn't start", async () => {
  const { id } = await upload("who,name\na@x.test,A\n");
  for (const mapping of [{}, { name: 1 }, { email: 2 }]) {
    const response = await request(`/api/admin/imports/${id}/check`, { admin: true, json: { mapping } });
    expect(response.status, JSON.stringify(mapping)).toBe(400);
  }
  expect((await request(`/api/admin/imports/${id}/start`, { admin: true, method: "POST" })).status).toBe(409);
});
