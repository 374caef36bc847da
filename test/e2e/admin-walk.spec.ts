import { expect, type Locator, type Page } from "@playwright/test";
import { formatLongDate } from "../../domain/rules/calendar-days.ts";
import { WAITING_BROADCAST } from "../answers/broadcasts.ts";
import { BAD_BATCHES, BAD_MORNING, SECOND_COPY } from "../answers/delivery.ts";
import { WAITING_GIFT as GIFT } from "../answers/gifts.ts";
import { PAYMENT, TROUBLED_SUBSCRIPTION as SUBSCRIPTION } from "../answers/payments.ts";
import { LISTED_SUBSCRIPTIONS } from "../answers/paypal.ts";
import { dayAhead } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { answer } from "./support/answers.ts";
import { expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { createOnFreeDay } from "./support/library.ts";
import { inviteMemberWithPassword } from "./support/members.ts";
import { callApi } from "./support/stack.ts";

test.use({ reducedMotion: "reduce" });

const dialogOf = (page: Page) => page.getByRole("dialog");
const named = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name });

function isWhole(frame: HTMLElement | SVGElement): boolean {
  const shown = (frame as HTMLIFrameElement).contentDocument?.documentElement;
  return shown !== undefined && shown.scrollHeight > 300 && shown.scrollHeight <= frame.clientHeight;
}

/** Opens and closes a dialog by keyboard, perhaps by an item of a menu, and checks that focus returns to its opener. */
async function walkDialog(
  page: Page,
  opener: Locator,
  inside?: (dialog: Locator) => Promise<unknown>,
  item?: Locator,
): Promise<void> {
  await opener.focus();
  await page.keyboard.press("Enter");
  if (item) {
    await item.focus();
    await page.keyboard.press("Enter");
  }
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await inside?.(dialog);
  await expectFits(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test("Members: the list, a member's page, and its dialogs fit the screen and work by keyboard", {
  tag: "@deep",
}, async ({ page }) => {
  const { email, token } = await inviteMemberWithPassword("walked");
  const woken = await callApi("/api/admin/wake-up", { admin: true, json: { email } });
  expect(woken.status).toBe(200);
  const { id } = await (await callApi("/api/user/profile", { token })).json();
  const noted = await callApi(`/api/admin/members/${id}/notes`, {
    admin: true,
    json: { requestId: crypto.randomUUID(), text: "Called on Monday" },
  });
  expect(noted.status).toBe(200);
  await answer(/\/members\/[^/]+\/payments$/, { subscriptions: [SUBSCRIPTION], payments: [PAYMENT] })(page);
  await openAdmin(page, "members");
  await page.getByLabel("Search by email or name").fill(email);
  await expect(named(page, "Show all members")).toBeVisible();
  await expect(page.getByRole("link", { name: email })).toBeVisible();
  await expectFits(page);

  await page.getByRole("link", { name: email }).click();
  await expect(named(page, "Refund $9.99")).toBeVisible();
  await expect(named(page, /^Resend: Wake up:/)).toBeVisible();
  // On a phone, an email that can be opened and resent is one row, and none of it is beyond the card's edge.
  await page.setViewportSize({ width: 390, height: 844 });
  const row = await page.getByRole("listitem").filter({ hasText: "Wake up:" }).first().boundingBox();
  expect(row?.height).toBeLessThanOrEqual(48);
  expect(row && row.x + row.width).toBeLessThanOrEqual(350);
  await expectFits(page);
  for (const question of ["End access", "Refund $9.99", /^Resend: Wake up:/, /^Delete note from/]) {
    await walkDialog(page, named(page, question));
  }
  for (const action of [
    "Send password link",
    "Change email",
    "Turn off wake-up emails",
    "Log out everywhere",
    "Delete account",
  ]) {
    await walkDialog(page, named(page, "More actions"), undefined, page.getByRole("menuitem", { name: action }));
  }
  await walkDialog(page, named(page, "Grant access"), async (dialog) => {
    await dialog.getByLabel("Length").selectOption("date");
    await expect(dialog.getByLabel("Last day")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
    await expectFits(page);
    await named(page, "Discard changes").press("Enter");
    await expect(dialog).toHaveCount(0);
  });
});

test("Members: a message's form and preview fit the screen and work by keyboard", { tag: "@deep" }, async ({
  page,
}) => {
  await answer(/\/api\/admin\/broadcasts$/, { broadcasts: [WAITING_BROADCAST] })(page);
  await openAdmin(page, "members&page=message");
  await expect(page.getByRole("list", { name: "Being sent" })).toBeVisible();
  await page.getByLabel("Subject").fill("Prices change");
  await page.getByRole("textbox", { name: "Message" }).fill("On May 1.\n\nNot before.");
  await expectFits(page);
  await walkDialog(page, named(page, "Preview"), (dialog) =>
    expect(dialog.frameLocator("iframe").getByRole("heading", { name: "Prices change" })).toBeVisible(),
  );
  await walkDialog(page, named(page, "Cancel message: Prices change"));
});

test("Free Trials: the form, the list, and its three dialogs fit the screen and work by keyboard", {
  tag: "@deep",
}, async ({ page }) => {
  const { email } = await inviteMemberWithPassword("walked");
  const name = `Walker ${Math.floor(Math.random() * 1e9)}`;
  const granted = await callApi("/api/admin/create-trial", {
    admin: true,
    json: { name, email: email.replace("walked", "uninvited"), trialMonths: 12 },
  });
  expect(granted.status).toBe(200);
  await openAdmin(page, "trials");
  await expect(named(page, `Delete ${name}`)).toBeVisible();
  await expectFits(page);
  for (const question of [`Change end date for ${name}`, `Resend invitation for ${name}`, `Delete ${name}`]) {
    await walkDialog(page, named(page, question));
  }
});

test("Delivery: a pause, troubled batches, and the second-copy dialog fit the screen and work by keyboard", {
  tag: "@deep",
}, async ({ page }) => {
  await answer(/\/api\/admin\/delivery$/, BAD_MORNING)(page);
  await answer(/\/api\/admin\/delivery\/batches/, BAD_BATCHES)(page);
  await answer(/\/send-again$/, SECOND_COPY)(page);
  await openAdmin(page, "delivery");
  await expect(page.getByRole("heading", { name: "Sending is paused" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Previous mornings" })).toBeVisible();
  await expectFits(page);
  await walkDialog(page, named(page, /^Resend: .* 3 unknown/));
});

test("Live Events: the list, the form with errors, and cancelling fit the screen and work by keyboard", {
  tag: "@deep",
}, async ({ page }) => {
  const title = `Walk ${crypto.randomUUID()}`;
  const json = {
    requestId: crypto.randomUUID(),
    title,
    startsAt: new Date(Date.now() + 300 * 86_400_000).toISOString(),
    url: `https://live.example.org/${"long".repeat(30)}`,
    note: "Bring a chair.",
  };
  expect((await callApi("/api/admin/live-events", { admin: true, json })).status).toBe(200);
  await openAdmin(page, "live-events");
  await expect(named(page, `Cancel event: ${title}`)).toBeVisible();
  await expectFits(page);
  await walkDialog(page, named(page, /^Schedule live event$/), async (dialog) => {
    await named(dialog, "Schedule live event").click();
    await expect(dialog.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
  });
  await walkDialog(page, named(page, `Edit ${title}`));
  await walkDialog(page, named(page, `Cancel event: ${title}`));
});

test("PayPal: subscriptions, raw response, cancellation, and gift refund fit the screen and work by keyboard", {
  tag: "@deep",
}, async ({ page }) => {
  await answer(/\/api\/paypal\/subscriptions$/, LISTED_SUBSCRIPTIONS)(page);
  await answer(/\/api\/admin\/gifts$/, [GIFT])(page);
  await openAdmin(page, "paypal");
  await named(page, /active@daybolt\.test/).click();
  await page.getByText("Raw response").click();
  await expectFits(page);
  await walkDialog(page, named(page, "Cancel Subscription"));
  await walkDialog(page, named(page, "Refund $79.99"));
});

test("Overview and Settings: the attention list, records, and a filtered audit log fit the screen", {
  tag: "@deep",
}, async ({ page }) => {
  const { id, date } = await createOnFreeDay({ title: "Audited" });
  const edited = await callApi(`/api/content/${id}`, { admin: true, method: "PUT", json: { title: "Audited twice" } });
  expect(edited.status).toBe(200);
  await openAdmin(page);
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expectFits(page);
  await page.getByRole("tab", { name: "Settings" }).click();
  for (const name of ["Data retention", "System check", "Audit log"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    await expectFits(page);
  }
  const audit = page.getByRole("region", { name: "Audit log" });
  await expect(audit.getByRole("listitem").first()).toBeVisible();
  await expectFits(page);
  await audit.getByLabel("Topic").selectOption("content");
  await audit.getByLabel("Email, date, or ID").fill(date);
  await page.keyboard.press("Enter");
  // Created, then changed.
  await expect(audit.getByRole("listitem")).toHaveCount(2);
  await expect(audit.getByRole("listitem").first()).toContainText("Administrator changed the session for");
  await expect(audit.getByRole("listitem").first()).toContainText("title");
  await expectFits(page);
  await named(audit, "Clear").click();
  await expect(audit.getByLabel("Topic")).toHaveValue("");
});

test("Content: the tab, the email preview, and an empty day fit the screen and work by keyboard", {
  tag: "@deep",
}, async ({ page }) => {
  const item = await createOnFreeDay({ title: "Walked through" });
  await openAdmin(page, "content&view=list");
  await page.getByLabel("Search titles").fill("Walked through");
  await expect(named(page, `Edit session for ${formatLongDate(item.date)}`)).toBeVisible();
  await expectFits(page);
  await walkDialog(page, named(page, `Preview Email for ${formatLongDate(item.date)}`), async (dialog) => {
    await expect(dialog.frameLocator("iframe").getByText("Walked through").first()).toBeAttached();
    // The whole email is visible: the dialog scrolls, not the frame inside.
    await expect.poll(() => dialog.locator("iframe").evaluate(isWhole)).toBe(true);
  });
  // A month whose last day no other journey uses, on any date.
  const far = dayAhead(380).slice(0, 7);
  await page.goto(`/admin?tab=content&month=${far}`);
  await openAdmin(page, `content&month=${far}`);
  await expectFits(page);
  await walkDialog(page, page.getByRole("grid").getByRole("button").last(), (dialog) =>
    expect(named(dialog, "Create session")).toBeVisible(),
  );
});

test("Content: the drawer and each of its tools fit the screen and work by keyboard", { tag: "@deep" }, async ({
  page,
}) => {
  const item = await createOnFreeDay({ title: "In the drawer" });
  const edited = await callApi(`/api/content/${item.id}`, {
    admin: true,
    method: "PUT",
    json: { title: "In the drawer, edited", youtubeUrl: "https://vimeo.com/76979871" },
  });
  expect(edited.status).toBe(200);
  await openAdmin(page, "content&view=list");
  await page.getByLabel("Search titles").fill("In the drawer, edited");
  await walkDialog(page, named(page, `Edit session for ${formatLongDate(item.date)}`), async (drawer) => {
    await named(drawer, "Preview Email").click();
    await expect(drawer.locator(`iframe[title="Email for ${formatLongDate(item.date)}"]`)).toBeVisible();
    await expectFits(page);
    for (const [tool, sign] of [
      ["Preflight", drawer.getByRole("img", { name: /Passed|Warning|Failed/ }).first()],
      ["Earlier versions", named(drawer, /^Restore version/)],
      ["Duplicate, move, or delete", named(drawer, "Delete session")],
    ] as const) {
      await named(drawer, "More").click();
      await page.getByRole("menuitem", { name: tool }).click();
      await expect(sign).toBeVisible({ timeout: 60_000 });
      await expectFits(page);
    }
    await named(drawer, "Delete session").click();
    const question = page.getByRole("dialog", { name: "Delete this session?" });
    await expect(named(question, "Delete session")).toBeVisible();
    await expectFits(page);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
  });
});

test("Content: each of a day's media can be chosen by keyboard", { tag: "@deep" }, async ({ page }) => {
  const item = await createOnFreeDay({ title: "With media" });
  await openAdmin(page, "content&view=list");
  await page.getByLabel("Search titles").fill("With media");
  await walkDialog(page, named(page, `Edit session for ${formatLongDate(item.date)}`), async (drawer) => {
    for (const kind of ["Audio", "Hosted video", "Captions", "Artwork"]) {
      const choose = named(drawer, /^Add /).and(drawer.locator(`[aria-describedby="${await idOf(drawer, kind)}"]`));
      await choose.focus();
      await page.keyboard.press("Enter");
      await expect(drawer.getByLabel(`Search ${kind.toLowerCase()} by title`)).toBeVisible();
    }
  });
});

/** The ID of the text that describes a medium's buttons. */
async function idOf(drawer: Locator, kind: string): Promise<string> {
  return (await drawer.getByText(kind, { exact: true }).getAttribute("id")) ?? "";
}

test("Content: files rejected, in progress, or of the wrong type, and a deleted day, each show their state", {
  tag: "@deep",
}, async ({ page }) => {
  const item = await createOnFreeDay({ title: "With captions" });
  await openAdmin(page, `content&day=${item.date}`);
  const drawer = dialogOf(page);
  await drawer.locator(`[aria-describedby="${await idOf(drawer, "Captions")}"]`).click();
  const field = drawer.getByLabel("Upload captions");
  const file = (name: string, text: string) => ({ name, mimeType: "text/vtt", buffer: Buffer.from(text) });
  await field.setInputFiles(file("notes.txt", "words"));
  await expect(drawer.getByRole("alert").getByText(/Captions must be a \.vtt file/)).toBeVisible();
  await expectFits(page);

  const isPart = (url: URL) => url.pathname.startsWith("/api/admin/uploads/");
  await page.route(isPart, (route) => (route.request().method() === "PATCH" ? undefined : route.fallback()));
  await field.setInputFiles(file("slow.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nSlow\n"));
  await expect(drawer.getByRole("progressbar", { name: "Upload: slow.vtt" })).toBeVisible();
  await expectFits(page);
  await named(drawer, "Cancel").focus();
  await page.keyboard.press("Enter");
  await expect(field).toBeAttached();
  await page.unroute(isPart);

  await field.setInputFiles(file("page.vtt", "<!doctype html>"));
  await expect(drawer.getByText(/^We found no captions in this file/)).toBeVisible();
  await expectFits(page);
  await field.setInputFiles(file("words.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning\n"));
  await expect(drawer.getByText(/^words · \d+ B$/)).toBeVisible();

  expect((await callApi(`/api/content/${item.id}`, { admin: true, method: "DELETE" })).status).toBe(200);
  await drawer.getByLabel("Title").fill("Typed too late");
  await expect(drawer.getByRole("alert", { name: "Someone else deleted this session" })).toBeVisible();
  await expectFits(page);
});

test("Content: a deleted session whose day is taken is restored to another day", { tag: "@deep" }, async ({ page }) => {
  const title = `Deleted ${Math.floor(Math.random() * 1e9)}`;
  const { id, date } = await createOnFreeDay({ title });
  expect((await callApi(`/api/content/${id}`, { admin: true, method: "DELETE" })).status).toBe(200);
  expect((await callApi("/api/content", { admin: true, json: { date, title: "In its place" } })).status).toBe(201);
  await openAdmin(page, "content");
  const deleted = page.getByRole("region", { name: "Deleted sessions" });
  const restore = named(deleted, `Restore ${title}, ${formatLongDate(date)}`);
  await restore.focus();
  await page.keyboard.press("Enter");
  const row = deleted.getByRole("listitem").filter({ hasText: title });
  await expect(row.getByLabel("Restore to another day")).toHaveAttribute("aria-invalid", "true");
  await expectFits(page);
  const other = dayAhead(10_000 + Math.floor(Math.random() * 9000));
  await row.getByLabel("Restore to another day").fill(other);
  await restore.click();
  await expect(dialogOf(page).getByLabel("Title")).toHaveValue(title);
  expect(await (await callApi(`/api/content/date/${other}`, { admin: true })).json()).toMatchObject({ id, title });
  // The calendar beside the drawer stays usable.
  await named(page, "Next month").click();
  await page.getByRole("grid").getByRole("button").first().click();
  await expect(dialogOf(page).getByLabel("Title")).not.toHaveValue(title);
});
