import type { Page } from "@playwright/test";
import { APP_PAGES } from "../../domain/paths.ts";
import { openAdmin } from "../e2e/support/admin.ts";
import { answer, fail, never } from "../e2e/support/answers.ts";
import { callApi } from "../e2e/support/stack.ts";
import { dayAhead } from "../support/fixtures.ts";
import { badMorning, nothing, payments, provider, troubles, unverified } from "./admin-answers.ts";
import { click, inOrder, type State, settle, takeEach } from "./take.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];
const TABS = ["overview", "content", "members", "trials", "delivery", "live-events", "paypal", "settings"];
/** All that the tabs read; the login goes through. */
const READS = /\/api\/(admin\/(?!verify)|content|paypal)/;
const SEND_AGAIN = /^Send again: .* 3 unknown/;

type Steps = ((page: Page) => Promise<unknown>)[];

/** A tab, signed in, and what is done there. */
function at(name: string, query: string | (() => Promise<string>), before: State["before"], ...steps: Steps): State {
  const after = async (page: Page) => {
    await openAdmin(page, typeof query === "string" ? query : await query());
    await settle(page);
    for (const step of steps) await step(page);
  };
  return { name: `admin-${name}`, path: APP_PAGES.admin, sizes: SIZES, ...(before ? { before } : {}), after };
}

const fill = (label: string | RegExp, text: string) => (page: Page) => page.getByLabel(label).first().fill(text);
const dialog = (page: Page) => page.getByRole("dialog");
const inDialog = (name: string | RegExp) => (page: Page) => dialog(page).getByRole("button", { name }).first().click();
const show = (heading: string) => (page: Page) =>
  page.getByRole("heading", { name: heading }).first().scrollIntoViewIfNeeded();

/** A day in the drawer, one of its tools open. */
const day = (name: string, date: number, ...steps: Steps) =>
  at(`day-${name}`, `content&day=${dayAhead(date)}`, undefined, ...steps);

async function memberId(): Promise<string> {
  const found = await callApi("/api/admin/members?q=member%40daybolt.test", { admin: true });
  const { members } = await found.json();
  return members[0].id;
}
const member = (name: string, before: State["before"], ...steps: Steps) =>
  at(`member${name && `-${name}`}`, async () => `members&member=${await memberId()}`, before, ...steps);

/** A trial that was not begun yet, so that each of its questions can be asked. */
async function invite(): Promise<void> {
  const email = `picture-${crypto.randomUUID().slice(0, 8)}@daybolt.test`;
  await callApi("/api/admin/create-trial", { admin: true, json: { name: "Pia Picture", email, trialMonths: 1 } });
}

const wrongPassword = inOrder(fill("Password", "wrong"), click("Login"), settle);
const wantsCode = answer(
  "**/api/admin/verify",
  { error: "Please enter the code of your authenticator app", code: "totp_required" },
  401,
);

takeEach([
  { name: "admin-login", path: APP_PAGES.admin, sizes: SIZES },
  { name: "admin-login-empty", path: APP_PAGES.admin, sizes: SIZES, after: click("Login") },
  { name: "admin-login-wrong", path: APP_PAGES.admin, sizes: SIZES, after: wrongPassword },
  { name: "admin-login-code", path: APP_PAGES.admin, sizes: SIZES, before: wantsCode, after: wrongPassword },
  ...TABS.flatMap((tab) => [
    at(tab, tab, undefined),
    at(`${tab}-empty`, tab, nothing),
    at(`${tab}-loading`, tab, never(READS)),
    at(`${tab}-failed`, tab, fail(READS)),
  ]),
  at("overview-troubles", "overview", troubles),
  at("overview-table", "overview", troubles, click(/^Show as table/)),

  at("content-found", "content&search=session&status=published", undefined),
  at("content-none", "content&search=nosuchwords", undefined),
  at("content-preview", "content", undefined, click(/^Preview Email of/)),
  at("content-created-wrong", "content", undefined, click("Create Content")),
  day("edit", -1),
  day("new", 4000),
  day("new-wrong", 4000, inDialog("Create Content")),
  day("mail", -1, inDialog("Preview Email")),
  day("preflight", -1, inDialog("Preflight")),
  day("versions", -1, inDialog("Earlier versions")),
  day("move", -1, inDialog("Copy, move, delete"), inDialog("Delete this content")),
  day("medium", -1, inDialog("Choose")),
  day("medium-wrong", -1, async (page) => {
    const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") };
    await dialog(page).locator("input[type=file]").first().setInputFiles(file);
  }),
  at("day-failed", `content&day=${dayAhead(-1)}`, fail("**/api/content/date/**")),
  at("day-loading", `content&day=${dayAhead(-1)}`, never("**/api/content/date/**")),

  at("members-found", "members&q=member&status=active", undefined),
  at("members-none", "members&q=nosuchname", undefined),
  member("", payments),
  member("loading", never(/\/api\/admin\/members\/[^/]+$/)),
  member("failed", fail(/\/api\/admin\/members\/[^/]+$/)),
  at("member-unknown", "members&member=nobody", undefined),
  ...(
    [
      ["password", "Mail a link to set a password"],
      ["address", "Change the address"],
      ["sign-out", "Sign out everywhere"],
      ["give-access", "Give access"],
      ["refund", "Refund $9.99"],
    ] as const
  ).map(([name, button]) => member(name, payments, click(button))),
  member("give-access-day", payments, click("Give access"), (page) =>
    dialog(page).getByLabel("Length").selectOption("date"),
  ),

  at("trials-wrong", "trials", undefined, fill("Name", "A"), fill(/^Email/, "no address"), click("Send Trial Invite")),
  at("trials-change", "trials", invite, click("Change the end of Pia Picture")),
  at("trials-invite", "trials", invite, click("Invite again for Pia Picture")),
  at("trials-delete", "trials", invite, click("Delete Pia Picture")),

  at("delivery-bad", "delivery", badMorning),
  at("delivery-question", "delivery", badMorning, click(SEND_AGAIN)),

  at("live-events-form", "live-events", undefined, click("Announce a live event"), inDialog("Announce")),

  at("paypal-chosen", "paypal", provider, click(/active@daybolt\.test/)),
  at("paypal-cancel", "paypal", provider, click(/active@daybolt\.test/), click("Cancel Subscription")),
  at("paypal-refund", "paypal", provider, click("Refund $79.99")),

  at("settings-unverified", "settings", unverified),
  at("settings-sent", "settings", undefined, fill("Email Address", "ana@daybolt.test"), click("Send Test")),
  at("settings-not-sent", "settings", fail("**/test-email"), fill("Email Address", "ana@x.test"), click("Send Test")),
  at("settings-audit-none", "settings", undefined, fill(/^Subject/, "nobody"), click("Filter"), show("Audit")),
]);
