import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { DAY_MS } from "../../domain/durations.ts";
import { contentPath } from "../../domain/paths.ts";
import { inviteMember } from "../../test/e2e/support/members.ts";
import { callApi, mailsTo, SUBJECTS, tickAt } from "../../test/e2e/support/stack.ts";
import { dayAhead, slotAhead } from "../../test/support/fixtures.ts";
import { withoutStyles } from "../../test/support/mail-html.ts";
import { settle } from "./take.ts";

const WIDTHS = [320, 390, 1280];
const LONG_TITLE =
  "Morning Voltage: The Uncomfortably Honest Conversation You Keep Postponing Until Donaudampfschifffahrtsgesellschaft";

/** Completes today's session and yesterday's, so that tomorrow's email names a streak. */
async function completeTwoDays(token: string): Promise<void> {
  for (const daysAgo of [1, 0]) {
    const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const path = `/api/progress/${dayAhead(-daysAgo)}`;
    const completed = await callApi(path, { token, json: { totalWatched: true, at } });
    if (!completed.ok) throw new Error(`No session completed: ${completed.status}`);
  }
}

/** The email sent at five on an upcoming day. */
async function mailOf(day: number): Promise<{ html: string; text: string }> {
  const member = await inviteMember("screenshots");
  const saved = await callApi("/api/user/profile", {
    method: "PUT",
    token: member.token,
    json: { emailTime: "05:00" },
  });
  if (!saved.ok) throw new Error(`The hour was not saved: ${saved.status}`);
  await completeTwoDays(member.token);
  await tickAt(slotAhead(day, 5));
  let mail: { html: string; text: string } | undefined;
  await test.expect
    .poll(async () => {
      const mails = await mailsTo(member.email, SUBJECTS.wakeUp);
      mail = mails.find(({ text }) => text.includes(contentPath(dayAhead(day))));
      return mail;
    })
    .toBeDefined();
  return mail ?? { html: "", text: "" };
}

/** After the seeded days, but within a month's trial. */
const LONG_DAY = 20;

/** The email of a day with a long title, and a long next one. */
async function longMail() {
  for (const day of [LONG_DAY, LONG_DAY + 1]) {
    const item = { date: dayAhead(day), title: LONG_TITLE, description: "Say it today.", status: "published" };
    const created = await callApi("/api/content", { admin: true, json: item });
    if (created.status !== 201 && created.status !== 409) throw new Error(`No item: ${created.status}`);
  }
  return mailOf(LONG_DAY);
}

/** What email programs do that invert dark emails for a light screen. */
const inverted = (html: string) => html.replace("<html", '<html style="filter:invert(1) hue-rotate(180deg)"');

type Way = { name: string; scheme?: "light" | "dark"; pictures?: boolean; change?: (html: string) => string };

const WAYS: Way[] = [
  { name: "dark", scheme: "dark" },
  { name: "light", scheme: "light" },
  { name: "inverted", change: inverted },
  { name: "without-pictures", pictures: false },
  { name: "without-styles", change: withoutStyles },
];

/** A gift's email as it's built, its placeholders filled. */
function giftMail(name: string, message: string) {
  return async () => {
    const templates = JSON.parse(readFileSync("dist/mails/templates.json", "utf8")) as Record<string, { html: string }>;
    const values: Record<string, string> = {
      ...{ giverName: name, recipientName: name, message, lengthText: "12 months", timeText: "a year" },
      ...{ expiresText: "Saturday, December 25, 2027", giftUrl: "https://x.test" },
      picture: `${process.env.DAYBOLT_APP_URL}/artwork/gift.png`,
    };
    const template = templates[message === "" ? "gift" : "gift-with-words"]?.html ?? "";
    return { html: template.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? "") };
  };
}

for (const [title, read] of [
  ["wake-up-mail", () => mailOf(1)],
  ["wake-up-mail-long", longMail],
  ["gift-mail", giftMail("Grace", "Up before the city.\nYou said so yourself.")],
  ["gift-mail-long", giftMail("Wolfeschlegelsteinhausenbergerdorff Jr.", "Happy birthday, you. ".repeat(23))],
  ["gift-mail-wordless", giftMail("Grace", "")],
] as const)
  test(`${title} in every width and way`, async ({ page }) => {
    const { html } = await read();
    for (const { name, scheme = "dark", pictures = true, change = (same: string) => same } of WAYS) {
      await page.unroute("**/artwork/*");
      if (!pictures) await page.route("**/artwork/*", (route) => route.abort());
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        await page.setContent(change(html), { waitUntil: "networkidle" });
        await page.screenshot({ path: `screenshots/${title}/${name}-${width}.png`, fullPage: true });
      }
    }
  });

const WIDTHS_OF_PHONES = [320, 390];

test("the pages behind the mail's links on a phone, before and after their button", async ({ page, context }) => {
  const { text } = await mailOf(1);
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(slotAhead(1, 5) + 60_000) });
  const links = text.split("\n").filter((line) => /[?&]key=/.test(line));
  for (const link of links) {
    const { pathname, searchParams } = new URL(link);
    const name = `${pathname.slice(1).replace("/", "-")}${searchParams.has("until") ? "-pause" : ""}`;
    for (const width of WIDTHS_OF_PHONES) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(link, { waitUntil: "networkidle" });
      await page.screenshot({ path: `screenshots/wake-up-mail-links/${name}-${width}.png`, fullPage: true });
    }
    const button = page.getByRole("main").getByRole("button").first();
    if (pathname.startsWith("/content")) continue;
    await button.click();
    await settle(page);
    // The button that was pressed changes its colors for the next one.
    await page.waitForTimeout(700);
    for (const width of WIDTHS_OF_PHONES) {
      await page.setViewportSize({ width, height: 700 });
      await page.screenshot({ path: `screenshots/wake-up-mail-links/${name}-done-${width}.png`, fullPage: true });
    }
  }
});
