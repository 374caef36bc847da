import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { GiftRow } from "#domain/contract/money/gifts.ts";
import { GIFT } from "#test/answers/gifts.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberConsents, MemberGifts } from "./member-gifts.tsx";

const READ = "GET /api/admin/gifts?address=ana%40x.test";

const REDEEMED: GiftRow = {
  ...GIFT,
  memberId: "m-1",
  state: "redeemed",
  isWaiting: true,
  redeemedAt: "2026-11-22T12:00:00.000Z",
  canRefund: false,
};

test("a member's page lists the gifts from them and for them", async () => {
  startServer({
    [READ]: () => Response.json([REDEEMED, { ...REDEEMED, id: "g-2", state: "delivered", canRefund: true }]),
  });
  await renderAsAdmin(<MemberGifts email="ana@x.test" />);
  const gifts = within(await screen.findByRole("list", { name: "Gifts" })).getAllByRole("listitem");
  expect(gifts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Starts after their planRedeemed.*From Sam, sam@x\.test.*redeemed Nov 22, 2026/),
    expect.stringMatching(/Delivered.*Refund \$79\.99/),
  ]);
});

test("who gave and was given nothing has a line that says so; what does not load can be asked for again", async () => {
  let answer = () => failure(500, "Broken");
  startServer({ [READ]: () => answer() });
  await renderAsAdmin(<MemberGifts email="ana@x.test" />);
  await screen.findByText("Couldn't load gifts");
  answer = () => Response.json([]);
  screen.getByRole("button", { name: "Try again" }).click();
  await screen.findByText("No gifts.");
});

test("what a member agreed to stands in the words they read, with its price, time and terms", async () => {
  startServer({});
  const consent = { at: "2026-11-20T12:00:00.000Z", text: "I am 18 or older.", termsVersion: "1", priceText: null };
  const checkout = { ...consent, purpose: "checkout", priceText: "$9.99 a month" } as const;
  const first = await renderAsAdmin(<MemberConsents consents={[checkout, { ...consent, purpose: "setup" }]} />);
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toEqual([
    expect.stringMatching(/^SubscriptionNov 20, 2026.* · \$9\.99 a month · terms 1I am 18 or older\.$/),
    expect.stringMatching(/^Password setupNov 20, 2026.* · terms 1I am 18 or older\.$/),
  ]);
  first.unmount();
  await renderAsAdmin(<MemberConsents consents={[]} />);
  expect(screen.getByText("No consents yet.")).toBeTruthy();
});
