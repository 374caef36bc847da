import { DAY_MS } from "#domain/durations.ts";
import { addDays, monthOf } from "#domain/rules/calendar-days.ts";
import { addAdministrator } from "#test/worker/administrators.ts";
import { writeIn } from "#test/worker/inbound.ts";
import { createImport, createInvited } from "#test/worker/invited.ts";
import { memberIdOf } from "#test/worker/large-house.queries.ts";
import { request } from "#test/worker/request.ts";
import { NOW, type Subject, TODAY } from "./subject.ts";

/** A member of the house, and their address. */
const MEMBER = memberIdOf(21);
const ADDRESS = "large-000021@large.daybolt.test";
const ITEM = addDays(TODAY, -1900);
const LATE_DATE = addDays(TODAY, -1800);
const YESTERDAY = addDays(TODAY, -1);

/** What follows a route's path: the first page, each filter, and a late page; in place of the parameters, if it has some. */
type Forms = (string | ((of: Subject) => string | Promise<string>))[];

const ofSubject: Forms = [({ member }) => member.id];

async function importOf(): Promise<string> {
  const id = crypto.randomUUID();
  const body = "email\nann@import.test\nbob@import.test\n";
  const headers = { "content-length": String(body.length) };
  const path = `/api/admin/imports/${id}`;
  await request(`${path}?filename=members.csv`, { admin: true, method: "PUT", body, headers });
  await request(`${path}/check`, { admin: true, json: { mapping: { email: 0 } } });
  return id;
}

const letterOf = async () =>
  (await writeIn({ from: ADDRESS, subject: "Refund" }, { bindings: { SUPPORT_MAILBOX: "" } })).rows[0]?.id ?? "";

async function uploadOf(): Promise<string> {
  const headers = { "upload-length": "8", "upload-metadata": `filename ${btoa("a.vtt")},kind ${btoa("captions")}` };
  const started = await request("/api/admin/uploads", { admin: true, method: "POST", headers });
  return started.headers.get("location")?.split("/").at(-1) ?? "";
}

/** The path as it is, once something to list was added. */
const afterAdding = (add: () => Promise<unknown>) => async () => {
  await add();
  return "";
};

const inviteOne = async () => createInvited(await createImport(NOW - DAY_MS));
/** Added once, since the members' list reads a row for each. */
let invited: ReturnType<typeof inviteOne> | undefined;

/** An administrator's reads, by route. */
export const ADMIN_READS: Record<string, Forms> = {
  "/api/admin/audit": [
    "",
    "?before=200",
    "?action=trial.grant",
    "?action=trial.grant&before=200",
    `?subject=${ADDRESS}`,
    `?subject=${MEMBER}&action=trial.grant`,
  ],
  "/api/admin/administrators": [afterAdding(() => addAdministrator({ role: "editor" }))],
  "/api/admin/doctor": [""],
  "/api/admin/broadcasts": [""],
  "/api/admin/delivery/batches": [`?date=${YESTERDAY}`, `?date=${YESTERDAY}&after=1.0.x`],
  "/api/admin/delivery": ["", `?date=${YESTERDAY}`, `?date=${addDays(TODAY, -34)}`],
  "/api/admin/gifts": ["", `?address=${ADDRESS}`, "?address=bo-large-000001@large.daybolt.test"],
  "/api/admin/imports": [""],
  "/api/admin/imports/:id/people": [async () => `${await importOf()}/people?of=none`],
  "/api/admin/imports/:id/report": [importOf],
  "/api/admin/invitations": [""],
  "/api/admin/invitations/choices": [afterAdding(() => (invited ??= inviteOne()))],
  "/api/admin/inbound": ["?list=open", "?list=every", `?list=open&cursor=${NOW - 500 * 60_000}.x`],
  "/api/admin/inbound/:id": [letterOf],
  "/api/admin/inbound/:id/file": [letterOf],
  "/api/admin/live-events": [""],
  "/api/admin/mail-domain": [""],
  "/api/admin/media": ["?kind=audio", "?kind=audio&search=audio", "?kind=audio&search=nothing"],
  "/api/admin/members": [
    "",
    "?type=annual",
    "?status=active",
    "?type=trial&status=trial",
    "?status=past-due",
    "?status=cancels",
    "?status=invited",
    "?status=ended",
    "?status=none",
    "?group=bounced",
    "?invitation=waiting",
    "?lastSession=never&joinedFrom=2020-01-01",
    "?sort=email",
    "?sort=email-desc&status=ended",
    "?sort=email&type=annual&status=active",
    "?label=vip",
    "?label=vip&type=annual",
    "?q=large-0000",
    "?q=an",
    "?q=ana+b",
    "?q=nobody",
    "?q=nobody&inside=yes",
  ],
  "/api/admin/members/counts": [""],
  "/api/admin/members/jobs": [""],
  "/api/admin/members/export": [""],
  "/api/admin/members/:id": ofSubject,
  "/api/admin/members/:id/mails": ofSubject,
  "/api/admin/members/:id/mails/:mailId": [({ member: { id } }) => `${id}/mails/m-${id}0`],
  "/api/admin/members/:id/mornings": ofSubject,
  "/api/admin/members/:id/payments": ofSubject,
  "/api/admin/members/:id/wake-ups/:date": [`${MEMBER}/wake-ups/${TODAY}`],
  "/api/admin/overview": [""],
  "/api/admin/payments": [
    "",
    `?month=${monthOf(YESTERDAY)}`,
    "?plan=annual",
    "?state=refunded",
    "?state=disputed",
    "?q=large-00002",
    "?q=nobody",
  ],
  "/api/admin/payments/export": [""],
  "/api/admin/payments/cohorts/:month": [monthOf(YESTERDAY)],
  "/api/admin/payments/compared/:date": [YESTERDAY],
  "/api/admin/payments/months": [""],
  "/api/admin/retention": [""],
  "/api/admin/stats": [""],
  "/api/admin/trial-users": [
    "",
    "?limit=25",
    "?limit=25&sort=soonest",
    `?limit=25&after=${memberIdOf(13)}`,
    "?limit=25&q=nobody",
  ],
  "/api/admin/uploads/:id": [uploadOf],
  "/api/content/all": [
    "",
    "?limit=30",
    `?limit=30&cursor=${LATE_DATE}`,
    `?month=${monthOf(ITEM)}`,
    "?status=published",
    "?search=session",
    "?search=nothing",
  ],
  "/api/content/calendar": [`?month=${monthOf(ITEM)}`],
  "/api/content/date/:date": [ITEM],
  "/api/content/deleted": [""],
  "/api/content/runway": [""],
  "/api/content/sheet": [""],
  "/api/content/:id": [ITEM],
  "/api/content/:id/preflight": [ITEM],
  "/api/content/:id/revisions": [`large-${ITEM}`],
  "/api/paypal/subscriptions": [""],
};

/** The path of a form: what's in place of the first parameter, with what follows it if the form doesn't say. */
export async function pathOf(route: string, form: Forms[number], subject: Subject): Promise<string> {
  const text = typeof form === "string" ? form : await form(subject);
  if (!route.includes(":")) return `${route}${text}`;
  const [before = "", after = ""] = route.split(/:\w+(.*)/);
  return text.includes("/") ? `${before}${text}` : `${before}${text}${after}`;
}
