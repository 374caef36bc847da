import type { Page } from "@playwright/test";
import { APP_PAGES } from "../../domain/paths.ts";
import { openAdmin } from "../../test/e2e/support/admin.ts";
import { answer, fail, never } from "../../test/e2e/support/answers.ts";
import { callApi } from "../../test/e2e/support/stack.ts";
import { dayAhead } from "../../test/support/fixtures.ts";
import { badMorning, imports, messages, nothing, troubles, unverified } from "./admin-answers.ts";
import { inbox, invitations, manyFailed, sentMails } from "./admin-mail-answers.ts";
import { cancelWaits, noRefund, payments, provider } from "./admin-money-answers.ts";
import { click, inOrder, type State, settle, takeEach } from "./take.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];
const TABS = ["overview", "content", "members", "trials", "delivery", "inbox", "live-events", "paypal", "settings"];
/** All calls the tabs read from; the login passes through. */
const READS = /\/api\/(admin\/(?!verify)|content|paypal)/;
const SEND_AGAIN = /^Resend: .* 3 unknown/;

type Steps = ((page: Page) => Promise<unknown>)[];

/** A tab after login, and steps to take there. */
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
/** The day's fields in the drawer have the same names as those on the card behind it. */
const fillInDialog = (label: string, text: string) => (page: Page) => dialog(page).getByLabel(label).fill(text);
const inDialog = (name: string | RegExp) => (page: Page) => dialog(page).getByRole("button", { name }).first().click();
const MOVE = "Duplicate, move, or delete";
const inMenu = (name: string) => async (page: Page) => {
  await inDialog("More")(page);
  await page.getByRole("menuitem", { name }).click();
};
const showInDialog = (heading: string) => (page: Page) =>
  dialog(page)
    .getByRole("heading", { name: heading })
    .evaluate((element) => element.scrollIntoView());
const showRegion = (name: string) => (page: Page) =>
  page
    .getByRole("region", { name })
    .first()
    .evaluate((element) => element.scrollIntoView());
const show = (heading: string) => (page: Page) =>
  page.getByRole("heading", { name: heading }).first().scrollIntoViewIfNeeded();

/** A day in the drawer with one of its tools open. */
const day = (name: string, date: number, ...steps: Steps) =>
  at(`day-${name}`, `content&day=${dayAhead(date)}`, undefined, ...steps);

/** A separate day that a picture may change. */
async function freshDay(fields: object = {}): Promise<{ id: string; date: string }> {
  const date = dayAhead(500 + Math.floor(Math.random() * 9000));
  const title = "First light, and the one thing that counts";
  const created = await callApi("/api/content", { admin: true, json: { date, title, ...fields } });
  return { id: (await created.json()).id, date };
}
const fresh = (name: string, before: State["before"], ...steps: Steps) =>
  at(`day-${name}`, async () => `content&day=${(await freshDay()).date}`, before, ...steps);

/** A day whose description links to a missing page, a private one, and an unreachable one. */
async function linkedDay(): Promise<string> {
  const links = [
    new URL("/no-such-page", process.env.DAYBOLT_APP_URL).href,
    "http://192.168.1.20/notes",
    "https://there-is-no-such-site-anywhere.com/a/long/way/to/the/page?of=the&morning=1",
  ];
  return `content&day=${(await freshDay({ description: `Read on: ${links.join(" and ")}.` })).date}`;
}

const SAVES = /\/api\/content\/[^/]+$/;
/** Another administrator was faster: saving meets an item with changed text. */
const overtaken = (page: Page) =>
  page.route(SAVES, async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const day = new URL(page.url()).searchParams.get("day");
    const present = await (await callApi(`/api/content/date/${day}`, { admin: true })).json();
    const theirs = {
      title: "First light, said by somebody else",
      description: "Their words.\nOn two lines.",
      version: 9,
    };
    return route.fulfill({
      status: 409,
      json: { error: "Changed", code: "stale", requestId: "r", present: { ...present, ...theirs } },
    });
  });
const onMethod = (method: string, status: number, json: object) => (page: Page) =>
  page.route(SAVES, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );

const chooseFile = (label: string, name: string, text: string) => async (page: Page) => {
  const group = dialog(page).getByText(label, { exact: true });
  const described = await group.getAttribute("id");
  await dialog(page).locator(`[aria-describedby="${described}"]`).last().click();
  const file = { name, mimeType: "text/vtt", buffer: Buffer.from(text) };
  await dialog(page).getByLabel(`Upload ${label.toLowerCase()}`).setInputFiles(file);
};
const parts = (answer: "never" | "cut") => (page: Page) =>
  page.route(/\/api\/admin\/uploads\//, (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    return answer === "cut" ? route.abort("internetdisconnected") : undefined;
  });

async function editedDay(): Promise<string> {
  const { id, date } = await freshDay();
  const edits = [
    { description: "Sit up, feet on the floor.\nThen the one thing that counts, before the phone." },
    { title: "First light, and the one thing that counts before the house wakes up", status: "published" },
    { hidden: true, transcript: "Good morning." },
  ];
  for (const [edit, json] of edits.entries()) {
    await callApi(`/api/content/${id}`, { admin: true, method: "PUT", json: { ...json, flow: `edit-${edit}` } });
  }
  return `content&day=${date}`;
}

/** Two days with one date, one of them deleted: it can't be restored there. */
async function deletedDay(): Promise<void> {
  const { id, date } = await freshDay();
  await callApi(`/api/content/${id}`, { admin: true, method: "DELETE" });
  await callApi("/api/content", { admin: true, json: { date, title: "In its place" } });
}

async function liveEvent(): Promise<void> {
  const startsAt = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const json = {
    requestId: crypto.randomUUID(),
    title: "Winter gathering",
    startsAt,
    url: `https://live.example.org/${"room".repeat(9)}`,
    note: "Bring a chair.\nAnd a friend.",
  };
  await callApi("/api/admin/live-events", { admin: true, json });
}

async function knownMember(): Promise<void> {
  const id = await memberId();
  await callApi("/api/admin/wake-up", { admin: true, json: { email: "member@daybolt.test" } });
  const requestId = crypto.randomUUID();
  const text = "Called on Monday: wants mails at seven, and asks what became of August.";
  await callApi(`/api/admin/members/${id}/notes`, { admin: true, json: { requestId, text } });
  await callApi(`/api/admin/members/${id}/labels`, { admin: true, method: "PUT", json: { labels: ["vip", "press"] } });
}

async function memberId(): Promise<string> {
  const found = await callApi("/api/admin/members?q=member%40daybolt.test", { admin: true });
  const { members } = await found.json();
  return members[0].id;
}
const member = (name: string, before: State["before"], ...steps: Steps) =>
  at(`member${name && `-${name}`}`, async () => `members&member=${await memberId()}`, before, ...steps);

const moreActions = click("More actions");
const inActions = (name: string) => async (page: Page) => {
  await moreActions(page);
  await page.getByRole("menuitem", { name }).click();
};

/** A trial that hasn't started, so that each of its questions can be asked. */
async function invite(): Promise<void> {
  const email = `picture-${crypto.randomUUID().slice(0, 8)}@daybolt.test`;
  await callApi("/api/admin/create-trial", { admin: true, json: { name: "Pia Picture", email, trialMonths: 1 } });
}

const wrongPassword = inOrder(fill("Password", "wrong"), click("Login"), settle);
const wantsCode = answer(
  "**/api/admin/verify",
  { error: "Enter the code from your authenticator app.", code: "totp_required" },
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

  at("content-list", "content&view=list", undefined),
  at("content-found", "content&view=list&search=the&status=published", undefined),
  at("content-none", "content&view=list&search=nosuchwords", undefined),
  at("content-preview", "content&view=list", undefined, click(/^Preview Email for/)),
  at("content-created-wrong", "content&view=list", undefined, click("Create session")),
  day("edit", -1),
  day("new", 4000),
  day("new-wrong", 4000, inDialog("Create session")),
  day("mail", -1, inDialog("Preview Email")),
  day("preflight", -1, inMenu("Preflight")),
  day("menu", -1, inDialog("More")),
  day("versions", -1, inMenu("Earlier versions")),
  at("day-versions-kept", editedDay, undefined, inMenu("Earlier versions"), showInDialog("Earlier versions")),
  at("day-links", linkedDay, undefined, inMenu("Preflight"), settle, showInDialog("Preflight")),
  day("move", -1, inMenu(MOVE), inDialog("Delete session")),
  day("medium", -1, inDialog(/^Add /)),
  day("medium-wrong", -1, async (page) => {
    const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") };
    await dialog(page).locator("input[type=file]").first().setInputFiles(file);
  }),
  fresh(
    "published",
    undefined,
    (page) => dialog(page).getByLabel("Status").selectOption("published"),
    (page) => dialog(page).getByRole("group", { name: "Publish anyway?" }).scrollIntoViewIfNeeded(),
  ),
  fresh("conflict", overtaken, fillInDialog("Title", "First light, said by me"), settle, (page) =>
    dialog(page).getByRole("alert").first().scrollIntoViewIfNeeded(),
  ),
  fresh(
    "not-saved",
    onMethod("PUT", 503, { error: "Something went wrong on our side. Try again.", code: "internal" }),
    fillInDialog("Title", "Typed"),
    settle,
    (page) =>
      dialog(page)
        .getByText(/^Couldn't save/)
        .scrollIntoViewIfNeeded(),
  ),
  fresh(
    "refused-words",
    undefined,
    fillInDialog("Title", ""),
    fillInDialog("Video URL", "https://evil.example/x"),
    (page) => page.keyboard.press("Tab"),
  ),
  fresh("uploading", parts("never"), chooseFile("Captions", "morning-words.vtt", "WEBVTT\n")),
  fresh("upload-waits", parts("cut"), chooseFile("Captions", "morning-words.vtt", "WEBVTT\n"), (page) =>
    dialog(page)
      .getByText(/Waiting for a connection/)
      .first()
      .waitFor({ timeout: 60_000 }),
  ),
  at(
    "day-dropped",
    async () => `content&day=${dayAhead(500 + Math.floor(Math.random() * 9000))}`,
    parts("never"),
    async (page) => {
      await dialog(page)
        .getByLabel(/^Start with a file/)
        .setInputFiles("r2-seed/redline-lcrmbmsyvo3o5njt.mp3");
      await dialog(page).getByRole("progressbar").waitFor();
    },
  ),
  fresh("upload-failed", undefined, chooseFile("Captions", "page.vtt", "<!doctype html>"), (page) =>
    dialog(page).getByText("Upload failed: captions").waitFor(),
  ),
  fresh("upload-wrong", undefined, chooseFile("Captions", "notes.txt", "words"), (page) =>
    dialog(page).getByRole("alert").scrollIntoViewIfNeeded(),
  ),
  fresh(
    "moved-onto-taken",
    undefined,
    inMenu(MOVE),
    (page) => dialog(page).getByLabel("New date").fill(dayAhead(-1)),
    settle,
  ),
  day("video-at-stake", -6, (page) => dialog(page).getByLabel("Video URL").fill("https://vimeo.com/76979871")),
  at("content-restore-taken", "content", deletedDay, click(/^Restore First light/), settle, show("Deleted sessions")),
  {
    name: "admin-draft-page",
    path: APP_PAGES.admin,
    sizes: SIZES,
    after: async (page) => {
      await openAdmin(page, `content&day=${(await freshDay()).date}`);
      await dialog(page).getByRole("link", { name: "View Content" }).click();
      await page.getByRole("button", { name: "Publish" }).click();
      await page.getByRole("button", { name: "Publish anyway" }).waitFor();
    },
  },
  at("day-failed", `content&day=${dayAhead(-1)}`, fail("**/api/content/date/**")),
  at("day-loading", `content&day=${dayAhead(-1)}`, never("**/api/content/date/**")),

  at("members-found", "members&q=member&status=active", undefined),
  at("members-slot", "members&failedSlot=2026-11-24T12:00:00.000Z", undefined),
  at("members-none", "members&q=nosuchname", undefined),
  at("import", "members&page=import", imports),
  at("import-none", "members&page=import", undefined),
  at("import-failed", "members&page=import", fail("**/api/admin/imports")),
  at("import-start", "members&page=import", imports, click("Start import")),
  member("", payments),
  member("loading", never(/\/api\/admin\/members\/[^/]+$/)),
  member("failed", fail(/\/api\/admin\/members\/[^/]+$/)),
  at("member-unknown", "members&member=nobody", undefined),
  ...(
    [
      ["password", "Send password link"],
      ["address", "Change email"],
      ["sign-out", "Log out everywhere"],
    ] as const
  ).map(([name, button]) => member(name, payments, inActions(button))),
  member("give-access", payments, click("Grant access")),
  member("refund", payments, click("Refund $9.99")),
  member("actions", payments, moreActions),
  member("mail-opened", knownMember, click(/^Open: Wake up/)),
  member("refund-part", payments, click("Refund $9.99"), (page) => dialog(page).getByLabel("Amount").fill("4.50")),
  member(
    "refund-refused",
    noRefund,
    click("Refund $9.99"),
    inDialog("Charged twice"),
    inDialog("Refund $9.99"),
    settle,
  ),
  member("known", knownMember),
  member("known-delete-note", knownMember, click(/^Delete note from/)),
  member("known-copy", knownMember, click(/^Resend: /)),
  member("address-wrong", payments, inActions("Change email"), inDialog("Send link")),
  at("members-exported", "members&q=member", undefined, click("Export results as CSV"), settle),
  member("mails-sent", sentMails, showRegion("Timeline")),
  member("mail-again", sentMails, (page) =>
    page
      .getByRole("button", { name: /^Resend: / })
      .first()
      .click(),
  ),
  member("cancel-waits", cancelWaits, showRegion("PayPal subscriptions")),
  member("give-access-day", payments, click("Grant access"), (page) =>
    dialog(page).getByLabel("Length").selectOption("date"),
  ),

  at("trials-wrong", "trials", undefined, fill("Name", "A"), fill(/^Email/, "no address"), click("Send Trial Invite")),
  at("trials-change", "trials", invite, click("Change end date for Pia Picture")),
  at("trials-invite", "trials", invite, click("Resend invitation for Pia Picture")),
  at("trials-delete", "trials", invite, click("Delete Pia Picture")),

  at("delivery-bad", "delivery", badMorning),
  at("delivery-resend-all", "delivery", manyFailed, click("Resend all")),
  at("delivery-question", "delivery", badMorning, click(SEND_AGAIN), inDialog("Resend")),

  at("inbox-known", "inbox", inbox),

  at("live-events-form", "live-events", undefined, click("Schedule live event"), inDialog("Schedule live event")),

  at("live-events-known", "live-events", liveEvent),
  at("live-events-change", "live-events", liveEvent, click("Edit Winter gathering")),
  at("live-events-cancel", "live-events", liveEvent, click("Cancel event: Winter gathering")),

  at("message", "members&page=message", undefined),
  at("message-sending", "members&page=message", messages),
  at(
    "message-preview",
    "members&page=message",
    undefined,
    fill("Subject", "Prices change on May 1"),
    (page) =>
      page
        .getByRole("textbox", { name: "Message" })
        .fill(
          "Hi,\n\nfrom May 1, a month is $12.\nA year stays at $79.99.\n\nYour plan keeps its price until it renews.",
        ),
    click("Preview"),
    settle,
  ),

  at("paypal-out-of-sync", "paypal&status=out-of-sync", provider, click(/I-OUTOFSYNC234/)),
  at("paypal-chosen", "paypal", provider, click(/active@daybolt\.test/)),
  at("paypal-cancel", "paypal", provider, click(/active@daybolt\.test/), click("Cancel Subscription")),
  at("paypal-refund", "paypal", provider, click("Refund $79.99")),

  at("invitations", "members&page=import", invitations({ state: "sending", notStarted: 0, open: 310, accepted: 92 })),
  at("invitations-stopped", "members&page=import", invitations({ state: "stopped", stopReason: "bounces", open: 240 })),
  at("settings-unverified", "settings", unverified),
  at("settings-sent", "settings", undefined, fill("Email Address", "ana@daybolt.test"), click("Send Test")),
  at("settings-not-sent", "settings", fail("**/test-email"), fill("Email Address", "ana@x.test"), click("Send Test")),
  at(
    "settings-fallback",
    "settings&page=mornings",
    undefined,
    (page) => page.getByLabel(/Send a fallback/).check(),
    settle,
    (page) => page.getByRole("button", { name: /^Add / }).nth(1).click(),
    (page) => page.getByRole("button", { name: /^Add / }).nth(2).click(),
  ),
  at("settings-doctor", "settings&page=check", undefined, click("Run check")),
  at("settings-data-that-go", "settings&page=retention", undefined),
  at("settings-audit", "settings&page=audit", undefined),
  at("settings-audit-none", "settings&page=audit&subject=nobody", undefined),
]);
