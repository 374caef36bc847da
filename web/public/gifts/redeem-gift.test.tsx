import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "#test/web/render.tsx";
import { BRAND } from "#domain/brand.ts";
import { GIFT_TO_REDEEM } from "#test/answers/gifts.ts";
import { QUESTION } from "#test/answers/profile.ts";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { keepWelcome, readWelcome } from "../../features/money/stored-welcome.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { RedeemGift } from "./redeem-gift.tsx";

let assigned: ReturnType<typeof vi.fn<(to: string | URL) => void>>;

beforeEach(() => {
  keepWelcome(null);
  assigned = vi.fn();
  vi.spyOn(window.location, "assign").mockImplementation(assigned);
});
afterEach(() => vi.restoreAllMocks());

const SHOW = "GET /api/gifts/redeem";
const REDEEM = "POST /api/gifts/redeem";

function open(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(answers);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RedeemGift token="key-3" />
    </QueryClientProvider>,
  );
  return { opened: () => calls.filter(({ method }) => method === "POST").map(({ body }) => body) };
}

const TO_SOMEONE_NEW = { ...GIFT_TO_REDEEM, wakeUp: QUESTION };

test("a gift says who gives what, then asks someone new for name and hour, and logs them in", async () => {
  const { opened } = open({
    [SHOW]: () => Response.json(TO_SOMEONE_NEW),
    [REDEEM]: () => Response.json({ token: "t-1", nextUrl: "/dashboard", isWaiting: false }),
  });
  await screen.findByRole("heading", { level: 1, name: "Sam got you a year of mornings." });
  expect(document.title).toBe(`Your gift · ${BRAND.name}`);
  screen.getByText("Up with you.");
  const user = userEvent.setup();
  const name = screen.getByLabelText<HTMLInputElement>("Your name");
  expect(name.value).toBe("Ana");
  await user.clear(name);
  await user.click(screen.getByRole("button", { name: "Open gift" }));
  screen.getByText("Enter your name");
  await screen.findByText("Check the box to open your gift.");
  expect(document.activeElement).toBe(name);
  expect(opened()).toEqual([]);
  await user.type(name, "Anna Lee");
  await user.click(screen.getByRole("radio", { name: "7 AM" }));
  await user.click(screen.getByRole("checkbox", { name: "I am 18 and agree." }));
  await user.click(screen.getByRole("button", { name: "Open gift" }));
  await waitFor(() => expect(assigned).toHaveBeenCalledExactlyOnceWith("/dashboard"));
  expect(localStorage.getItem("auth_token")).toBe("t-1");
  expect(readWelcome()).toEqual({ subscriptionId: null, opensWithPayment: false, isLeft: false });
  const answer = { name: "Anna Lee", emailTime: "07:00", timezone: expect.any(String) };
  expect(opened()).toEqual([{ token: "key-3", consent: true, ...answer }]);
});

test("someone with an account is asked only for consent, gets the time, and has to log in", async () => {
  const { opened } = open({
    [SHOW]: () => Response.json(GIFT_TO_REDEEM),
    [REDEEM]: () => Response.json({ token: null, nextUrl: "/login", isWaiting: false }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Open gift" }));
  await screen.findByText("Check the box to open your gift.");
  expect(screen.queryByLabelText("Your name")).toBeNull();
  expect(screen.queryByText("When should we wake you?")).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "I am 18 and agree." }));
  await user.click(screen.getByRole("button", { name: "Open gift" }));
  await screen.findByRole("heading", { level: 1, name: "It's yours" });
  expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe("/login");
  expect(localStorage.getItem("auth_token")).toBeNull();
  expect(readWelcome()).toBeNull();
  expect(assigned).not.toHaveBeenCalled();
  expect(opened()).toEqual([{ token: "key-3", consent: true, timezone: expect.any(String) }]);
});

test("after a lost response, trying again says that the gift is open and how to continue", async () => {
  let state: "open" | "redeemed" = "open";
  open({
    [SHOW]: () => Response.json({ ...TO_SOMEONE_NEW, state }),
    [REDEEM]: () => {
      if (state === "redeemed") return refusal(410, "gone", "This gift has already been opened.");
      state = "redeemed";
      return lostConnection();
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Open gift" }));
  await screen.findByRole("alert");
  await user.click(screen.getByRole("button", { name: "Open gift" }));
  await screen.findByRole("heading", { level: 1, name: "This gift has already been opened" });
  screen.getByText(/Log in to continue\. No password yet\? Use the link in the email we sent when it was opened/);
  expect(localStorage.getItem("auth_token")).toBeNull();
});

test("a paying member sees that the gift starts later, both before and after opening it", async () => {
  open({
    [SHOW]: () => Response.json({ ...GIFT_TO_REDEEM, waitsText: "It starts when your subscription ends." }),
    [REDEEM]: () => Response.json({ token: null, nextUrl: "/login", isWaiting: true }),
  });
  await screen.findByText("It starts when your subscription ends.");
  const user = userEvent.setup();
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Open gift" }));
  const arrived = await screen.findByText("It's yours, and it can wait");
  // The pressed button was below a longer form.
  expect(document.activeElement).toBe(arrived.closest("[role=status]"));
  expect(screen.getByRole("link", { name: "Continue" }).getAttribute("href")).toBe("/login");
  expect(assigned).not.toHaveBeenCalled();
});

// The page formats the day in the device's time zone.
const LAST_DAY = new Date(GIFT_TO_REDEEM.expiresAt).toLocaleDateString("en-US", { dateStyle: "medium" });

test.for([
  ["redeemed", "This gift has already been opened"],
  ["expired", `This gift expired on ${LAST_DAY}`],
  ["refunded", "This gift is no longer available"],
] as const)("a gift that is %s has its own text and no button", async ([state, title]) => {
  open({ [SHOW]: () => Response.json({ ...GIFT_TO_REDEEM, state }) });
  await screen.findByRole("heading", { level: 1, name: title });
  expect(screen.queryByRole("button")).toBeNull();
});

test("a wrong link opens no gift, and a gift that doesn't load can be requested again", async () => {
  let answer: () => Response = lostConnection;
  open({ [SHOW]: () => answer() });
  await screen.findByRole("heading", { level: 1, name: "Your gift didn't load" });
  answer = () => refusal(404, "not_found", "Gift not found");
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { level: 1, name: "We couldn't find this gift" });
  expect(document.title).toBe(`We couldn't find this gift · ${BRAND.name}`);
});
