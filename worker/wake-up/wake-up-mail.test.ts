import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ARTWORK_COUNT, artworkOf } from "#domain/rules/artwork.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMedium, db } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { selectContent } from "../content/content.queries.ts";
import { personaliseWakeUpMail, renderWakeUpMail } from "./wake-up-mail.ts";

const { config } = contextAt(slotAhead(1, 6));

async function mailOf(date: string, own: Parameters<typeof createItem>[1] = {}) {
  await createItem(date, own);
  const item = await selectContent(db, date).get();
  if (!item) throw new Error("The item was not stored.");
  return renderWakeUpMail(config, item);
}

test("the mail shows its day's picture by a public address that is there, the same to every member", async () => {
  const date = dayAhead(910);
  const mail = await mailOf(date);
  const address = `${env.APP_URL}${artworkOf(date)}`;
  for (const firstName of ["Ana", null]) {
    const copy = personaliseWakeUpMail(config, mail, { memberId: "member", address: "ana@example.com", firstName });
    expect(copy.html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining(`src="${address}"`)]);
    expect(copy.text).not.toContain("/artwork/");
  }
  expect((await env.ASSETS.fetch(new URL(address))).headers.get("content-type")).toBe("image/jpeg");
});

test("an item's own picture takes the place of its date's, by an address that anybody may open", async () => {
  const artworkKey = await createMedium("artwork", new Uint8Array(8));
  await env.MEDIA.put(`public/${artworkKey}`, new Uint8Array(8), { httpMetadata: { contentType: "image/jpeg" } });
  const mail = await mailOf(dayAhead(909), { artworkKey });
  const [, address = ""] = /<img[^>]*src="([^"]+)"/.exec(mail.html) ?? [];
  expect(address).toBe(`${env.APP_URL}/media/${artworkKey}`);
  const picture = await request(new URL(address).pathname);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});

test("the next morning's mail shows another picture, and so does each within a month", async () => {
  const first = dayAhead(911);
  const mails = await Promise.all(
    [first, addDays(first, 1), addDays(first, ARTWORK_COUNT - 1)].map((date) => mailOf(date)),
  );
  const pictures = mails.map(({ html }) => /<img[^>]*src="([^"]+)"/.exec(html)?.[1]);
  expect(new Set(pictures).size).toBe(3);
});
