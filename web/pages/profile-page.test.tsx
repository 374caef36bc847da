import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { MySubscription } from "#domain/contract/money/subscriptions.ts";
import { OWN_PAYMENT, OWN_SUBSCRIPTION } from "#test/answers/payments.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { ProfilePage } from "./profile-page.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const MINE: MySubscription = { subscription: OWN_SUBSCRIPTION, payments: [OWN_PAYMENT], waitingGift: null };

function open(path: string, answers: Parameters<typeof stubApi>[0] = {}) {
  showAll();
  vi.spyOn(window, "scrollTo").mockReturnValue(undefined);
  localStorage.setItem("auth_token", "x.y.z");
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser() }),
    "GET /api/user/profile": () => Response.json({ ...PROFILE, subscriptionType: "monthly" }),
    "GET /api/user/subscription": () => Response.json(MINE),
    "GET /api/user/sessions": () => Response.json({ sessions: [] }),
    ...answers,
  });
  renderAt(path, <ProfilePage />);
  return userEvent.setup();
}

test("after a cancellation in the same visit, the deletion dialog shows the new end of access", async () => {
  let accessEndsAt = "2026-12-31T12:00:00.000Z";
  const user = open("/profile#privacy", {
    "GET /api/user/privacy": () =>
      Response.json({ asks: "password", hasLiveSubscription: true, accessEndsAt, consents: [] }),
    "POST /api/user/subscription/cancel": () => {
      accessEndsAt = "2026-12-20T12:00:00.000Z";
      return Response.json(MINE);
    },
  });
  await screen.findByRole("button", { name: "Delete account" });
  await user.click(screen.getByRole("link", { name: "Membership" }));
  await user.click(await screen.findByRole("button", { name: "Cancel Subscription" }));
  const question = within(await screen.findByRole("dialog", { name: "Cancel your subscription?" }));
  await user.click(question.getByRole("button", { name: "Cancel Subscription" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("link", { name: "Privacy" }));
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  await within(await screen.findByRole("dialog")).findByText(/runs until Dec 20, 2026/);
});

test.each<[Partial<typeof OWN_SUBSCRIPTION> | null, Partial<typeof PROFILE>, string]>([
  [{ state: "active", nextBillingAt: "2026-12-20T12:00:00.000Z" }, {}, "ActiveNext charge Dec 20, 2026"],
  [{ state: "payment_failed", accessUntil: "2026-12-08T12:00:00.000Z" }, {}, "Payment failedAccess until Dec 8, 2026"],
  [{ state: "ends", nextBillingAt: null }, {}, "CancelledAccess until Dec 31, 2026"],
  [null, {}, "ActivePaid through Dec 11, 2026"],
  [null, { subscriptionType: "trial", subscriptionStatus: "trial" }, "TrialEnds Dec 11, 2026"],
  [
    null,
    { subscriptionType: "trial", subscriptionStatus: "expired", hasAccess: false },
    "Free TrialExpiredon Dec 11, 2026",
  ],
])(
  "one line above all parts says the plan, its status, and when it's charged or ends: %o",
  async (own, change, words) => {
    const end = { subscriptionType: "monthly", subscriptionEndDate: "2026-12-11T12:00:00.000Z" };
    open("/profile", {
      "GET /api/user/profile": () => Response.json({ ...PROFILE, ...end, ...change }),
      "GET /api/user/subscription": () =>
        Response.json({ ...MINE, subscription: own && { ...OWN_SUBSCRIPTION, ...own } }),
    });
    const line = await screen.findByRole("link", { name: /20\d\d$/ });
    await expect.poll(() => line.textContent).toMatch(new RegExp(`(^|\\))${words}$`));
  },
);

test.each([
  [false, "Set up notifications"],
  [true, "Change notifications"],
])("the button for notifications says what it does: on some device %s", async (hasDevices, label) => {
  open("/profile", { "GET /api/user/profile": () => Response.json({ ...PROFILE, hasDevices }) });
  expect(await screen.findByRole("button", { name: label })).toBeTruthy();
});
