import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { emailPreviewResponse } from "#domain/contract/wake-up.ts";
import { ARTWORK_COUNT, artworkOf } from "#domain/rules/artwork.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { MOST_BYTES, PARTICULARS_BYTES } from "#test/support/mail-size.ts";
import { createItem, createMedium, db } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { selectContent, selectDayAfter } from "../../content/content.queries.ts";
import { isMailKey } from "../../kernel/links/mail-key.ts";
import { previewWakeUp, renderWakeUpMail, wakeUpCopies } from "./wake-up-mail.ts";

const { config } = contextAt(slotAhead(1, 6));
const ANA = { memberId: "member", address: "ana@example.com", firstName: "Ana", streak: 12 };
/** As long as a member's ID. */
const MEMBER_ID = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";

type Own = Parameters<typeof createItem>[1];

async function mailOf(date: string, own: Own = {}, tomorrow?: Own) {
  await createItem(date, own);
  if (tomorrow) await createItem(addDays(date, 1), tomorrow);
  const item = await selectContent(db, date).get();
  if (!item) throw new Error("The item was not stored.");
  return renderWakeUpMail(config, { date, item, tomorrow: await selectDayAfter(db, item.id).get() });
}

const copyOf = async (date: string, own: Own = {}, tomorrow?: Own, hour = 6) =>
  wakeUpCopies(config, await mailOf(date, own, tomorrow), hour)(ANA);

const linesOf = ({ text }: { text: string }) => text.split("\n").filter((line) => line !== "");

test("the email has hour, streak, title, description, length, media, session link, and tomorrow's title", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const date = dayAhead(920);
  const mail = await copyOf(date, { title: "Open Road", audioKey, durationSeconds: 744 }, { title: "Live Wire" });
  expect(mail.subject).toBe("Wake up: Open Road");
  const [brand, greeting, time, title, description, media, button, session = "", tomorrow] = linesOf(mail);
  expect([brand, greeting, time, title, description, media, button, tomorrow]).toEqual([
    "DAYBOLT",
    "Good morning, Ana",
    "6:00 AM · 12 days in a row",
    "Open Road",
    "Stand up. Breathe. Begin.",
    "12 min · Audio",
    "Start today's session:",
    "Tomorrow: Live Wire",
  ]);
  const { pathname, searchParams } = new URL(session);
  expect(pathname).toBe(`/content/${date}`);
  const link = { member: ANA.memberId, date, key: searchParams.get("key") ?? "" };
  expect([searchParams.get("member"), isMailKey(config, link)]).toEqual([ANA.memberId, true]);
  expect(isMailKey(config, { ...link, date: addDays(date, 1) })).toBe(false);
});

test("tomorrow's session is named even if it's only scheduled, as on the dashboard", async () => {
  const mail = await copyOf(dayAhead(950), {}, { title: "Live Wire", status: "scheduled" });
  expect(linesOf(mail)).toContain("Tomorrow: Live Wire");
});

test.for([
  [952, { status: "draft" }, "Tomorrow's session is in the works."],
  [954, { status: "published", hidden: true }, "Tomorrow's session is in the works."],
  [956, undefined, "Tomorrow's session is in the works."],
] as const)("an unannounced session isn't revealed in tomorrow's line, case %i", async ([day, tomorrow, line]) => {
  const mail = await copyOf(dayAhead(day), {}, tomorrow && { title: "Secret", ...tomorrow });
  expect(linesOf(mail)).toContain(line);
  expect(mail.html + mail.text).not.toContain("Secret");
});

const LONG = "Stand up & breathe. ".repeat(20);

test.for([
  ["whole sentences", 930, LONG, LONG.slice(0, 199)],
  ["words of a long first sentence", 931, `Breathe ${"in and out ".repeat(40)}`, /^Breathe (?:in and out )+.*\w…$/],
  ["what looks like markup or a placeholder", 932, "<b>Up</b> {{title}}", "<b>Up</b> { {title}}"],
] as const)(
  "the text under the title shows %s of the description, 200 characters at most",
  async ([, day, description, shown]) => {
    const { html, text } = await mailOf(dayAhead(day), { title: "Open Road", description });
    const [line = ""] = linesOf({ text }).slice(linesOf({ text }).indexOf("Open Road") + 1);
    expect(line.length).toBeLessThanOrEqual(200);
    if (typeof shown === "string") expect(line).toBe(shown);
    else expect(line).toMatch(shown);
    const escaped = line
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replace("…", "&#8230;");
    expect(html).toContain(`>${escaped.replace("{ {", "&#123;&#123;")}</font></p>`);
  },
);

test("without a description, media follows the title directly; a fallback shows its own description", async () => {
  const date = dayAhead(933);
  const mail = await mailOf(date, { title: "Open Road", description: " \n " });
  expect(mail.text).toContain("Open Road\n\nReading\n");
  expect(mail.html).not.toMatch(/<p[^>]*><font[^>]*><\/font><\/p>/);
  const { id } = await createItem(dayAhead(934), { description: "From another day." });
  const item = await selectContent(db, id).get();
  if (!item) throw new Error("The item was not stored.");
  const fallback = renderWakeUpMail(config, { date: addDays(date, 2), item, tomorrow: undefined });
  expect([fallback.fallbackId, fallback.text]).toEqual([id, expect.stringContaining("\nFrom another day.\n")]);
});

test.for([
  [960, { durationSeconds: 20 }, "1 min · Reading"],
  [961, { embedProvider: "vimeo", embedRef: "76979871" }, "Video"],
] as const)("the line under the title shows length and media, case %i", async ([day, own, line]) => {
  expect(linesOf(await copyOf(dayAhead(day), own))).toContain(line);
});

test("links name the next hour and Monday, and after the last hour a link to choose one replaces the hour", async () => {
  const date = dayAhead(970);
  const mail = await mailOf(date);
  const urlUnder = (hour: number, words: RegExp) => {
    const lines = linesOf(wakeUpCopies(config, mail, hour)(ANA));
    return new URL(lines[lines.findIndex((line) => words.test(line)) + 1] ?? "");
  };
  expect(urlUnder(6, /^Wake me at 7:00 AM starting tomorrow:$/).searchParams.get("hour")).toBe("7");
  const pause = urlUnder(6, /^Pause until Monday, [A-Z][a-z]{2} \d+:$/);
  expect([pause.pathname, pause.searchParams.get("date")]).toEqual(["/wake-up", date]);
  expect(new Date(`${pause.searchParams.get("until")}T00:00:00Z`).getUTCDay()).toBe(1);
  expect(urlUnder(9, /^Choose another hour:$/).pathname).toBe("/profile");
});

test.for([
  [2, "6:00 AM · 2 days in a row"],
  [1, "6:00 AM"],
  [0, "6:00 AM"],
  [undefined, "6:00 AM"],
] as const)("a streak of two days or more follows the hour: %o", async ([streak, line]) => {
  const { streak: _, ...ana } = ANA;
  const day = dayAhead(980 + Number(streak ?? 3));
  const mail = wakeUpCopies(config, await mailOf(day), 6)({ ...ana, ...(streak === undefined ? {} : { streak }) });
  expect(linesOf(mail)[2]).toBe(line);
  expect(mail.html).toContain(`>${line}</font></p>`);
});

test("copies differ only in the member's own parts, and a rebuilt copy is identical byte for byte", async () => {
  const mail = await mailOf(dayAhead(971));
  const ben = { ...ANA, memberId: "ben", firstName: null, streak: 1 };
  const copies = [ANA, ben].map(wakeUpCopies(config, mail, 6));
  expect([ANA, ben].map(wakeUpCopies(config, { ...mail }, 6))).toEqual(copies);
  const without = ({ html }: { html: string }, name: string, greeting: string, day: string) =>
    html
      .replaceAll(/key=[\w-]{43}/g, "key=")
      .replaceAll(`member=${name}`, "member=")
      .replace(greeting, "")
      .replace(day, "");
  const [first, second] = copies;
  if (!first || !second) throw new Error("There are two.");
  expect(without(first, "member", "Good morning, Ana", " · 12 days in a row")).toBe(
    without(second, "ben", "Good morning", ""),
  );
});

/** An installation with a longer address and second-generation keys, which are part of every link. */
const rotated = {
  ...config,
  appUrl: "https://mornings.daybolt.example",
  signingKeys: {
    listed: [{ id: 2, secret: "the-second-secret-of-these-tests-0123" }],
    secrets: new Map([...config.signingKeys.secrets, [2, "the-second-secret-of-these-tests-0123"]]),
  },
} satisfies typeof config;

test.for([
  ["the date's own", 0],
  ["a fallback", 1],
] as const)(
  "for any title, name, description, and keys, the HTML leaves room for the operator's details in 10 kB: %s",
  async ([, daysAfter]) => {
    const artworkKey = await createMedium("artwork", new Uint8Array(8));
    const titles = { title: "&".repeat(120) };
    const day = dayAhead(972 + 4 * daysAfter);
    await createItem(day, { ...titles, description: "\"'&<>".repeat(400), durationSeconds: 7200, artworkKey });
    await createItem(addDays(day, 1), titles);
    const item = await selectContent(db, day).get();
    if (!item) throw new Error("The item was not stored.");
    const tomorrow = await selectDayAfter(db, item.id).get();
    const mail = renderWakeUpMail(rotated, { date: addDays(day, daysAfter), item, tomorrow });
    const whoever = {
      ...ANA,
      memberId: MEMBER_ID,
      firstName: "&".repeat(60),
      streak: 12345,
      unsubscribeKey: 2,
    };
    const { html } = wakeUpCopies(rotated, mail, 6)(whoever);
    expect(html).not.toContain("{{");
    expect(html.match(/key=2~/g)).toHaveLength(3);
    expect(html.includes("From the library")).toBe(daysAfter > 0);
    expect(new TextEncoder().encode(html).length).toBeLessThanOrEqual(MOST_BYTES - PARTICULARS_BYTES);
  },
);

test("an inbox shows the start of the description, or else the session's media", async () => {
  const preheader = ({ html }: { html: string }) =>
    /<div style="display:none[^>]*>(.*?)&#8204;/.exec(html)?.[1]?.replace("&#8230;", "…");
  const words = "Stand up, breathe and begin. ".repeat(10);
  const shown = preheader(await copyOf(dayAhead(974), { description: words })) ?? "";
  expect(shown).toMatch(/^Stand up, .*\w\.?…$/);
  expect(shown.length).toBeLessThan(120);
  expect(preheader(await copyOf(dayAhead(975), { description: "" }))).toBe("Reading");
});

test("a preview has the subject, the sender, the inbox line, and the operator's address", async () => {
  const described = await createItem("2031-05-01", { title: "Rise", description: "Stand up. Breathe." });
  const bare = await createItem("2031-05-02", { title: "Rise", description: "" });
  const preview = async ({ id }: { id: string }) =>
    emailPreviewResponse.parse(await previewWakeUp(contextAt(slotAhead(0, 6)), { contentId: id }));
  expect(await preview(described)).toMatchObject({ subject: "Wake up: Rise", inboxLine: "Stand up. Breathe." });
  const { mailFrom, operatorEmail } = contextAt(slotAhead(0, 6)).config;
  expect(await preview(bare)).toMatchObject({ inboxLine: "Reading", from: mailFrom, copyTo: operatorEmail });
});

test("the email shows its day's picture from a working public URL, the same for every member", async () => {
  const date = dayAhead(910);
  const mail = await mailOf(date);
  const address = `${env.APP_URL}${artworkOf(date)}`;
  for (const firstName of ["Ana", null]) {
    const copy = wakeUpCopies(config, mail, 6)({ ...ANA, firstName });
    // One for Word, and one for everyone else.
    expect(copy.html.match(/<img src="[^"]*"/g)).toEqual([`<img src="${address}"`, `<img src="${address}"`]);
    expect(copy.text).not.toContain("/artwork/");
  }
  expect((await env.ASSETS.fetch(new URL(address))).headers.get("content-type")).toBe("image/jpeg");
});

test("an item with its own picture uses it instead of its date's, at a public URL", async () => {
  const artworkKey = await createMedium("artwork", new Uint8Array(8));
  await env.MEDIA.put(`public/${artworkKey}`, new Uint8Array(8), { httpMetadata: { contentType: "image/jpeg" } });
  const mail = await mailOf(dayAhead(909), { artworkKey });
  const [, address = ""] = /<img[^>]*src="([^"]+)"/.exec(mail.html) ?? [];
  expect(address).toBe(`${env.APP_URL}/media/${artworkKey}`);
  const picture = await request(new URL(address).pathname);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});

test("the next morning's email shows a different picture, and pictures don't repeat within a month", async () => {
  const first = dayAhead(911);
  const mails = await Promise.all(
    [first, addDays(first, 1), addDays(first, ARTWORK_COUNT - 1)].map((date) => mailOf(date)),
  );
  const pictures = mails.map(({ html }) => /<img[^>]*src="([^"]+)"/.exec(html)?.[1]);
  expect(new Set(pictures).size).toBe(3);
});
