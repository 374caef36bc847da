import { waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { MOVED, PAUSE_UNDONE, PAUSED } from "#test/answers/by-mail.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { type WakeUpChange, WakeUpChangePanel } from "./wake-up-change-panel.tsx";

const LINK = { member: "m-1", date: "2026-11-20", key: "k-1" };
const CHECK = "POST /api/by-mail/check";
const PAUSE = "POST /api/by-mail/pause";
const HOUR = "POST /api/by-mail/hour";
const UNDO = "POST /api/by-mail/undo";
const MONDAY = "2026-11-23";

function open(change: WakeUpChange, answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ [CHECK]: () => Response.json(PAUSE_UNDONE), ...answers });
  const screen = renderAt("/wake-up", <WakeUpChangePanel link={LINK} change={change} />);
  const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
  return { ...screen, calls, click };
}

test.for([
  [
    { until: MONDAY },
    "Pause your wake-ups?",
    "Pause until Monday, November 23",
    /^This pauses your emails and the notifications on your devices\. You can undo it for 24 hours\.$/,
  ],
  [
    { hour: "7" },
    "Wake up at 7:00 AM?",
    "Wake me at 7:00 AM",
    /^This moves your emails every morning\. You can undo it for 24 hours\.$/,
  ],
] as const)("opening the page asks and only checks the link: %j", async ([change, title, button, text]) => {
  const { getByRole, getByText, calls } = open(change, {});
  expect(getByRole("heading").textContent).toBe(title);
  expect(getByRole("button").textContent).toBe(button);
  expect(getByText(text)).toBeDefined();
  expect(getByRole("button").getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(getByRole("button").getAttribute("aria-busy")).toBeNull());
  expect(calls).toEqual([expect.objectContaining({ path: "/api/by-mail/check", body: LINK })]);
});

test.for([
  [PAUSE_UNDONE, /^Your hour now: 6:00 AM every morning\. You can undo it for 24 hours\.$/],
  [{ ...PAUSE_UNDONE, pausedUntil: MONDAY }, /^This moves your emails every morning\. You can undo/],
] as const)("the question names the hour to change, unless emails are paused: %j", async ([answer, text]) => {
  const { findByText, getByRole } = open({ hour: "7" }, { [CHECK]: () => Response.json(answer) });
  await waitFor(() => expect(getByRole("button").getAttribute("aria-busy")).toBeNull());
  expect(await findByText(text)).toBeDefined();
});

test("if weekends differ, the page says which mornings change, before and after the change", async () => {
  const { click, findByText } = open(
    { hour: "7" },
    {
      [CHECK]: () => Response.json({ ...PAUSE_UNDONE, days: "weekdays" }),
      [HOUR]: () => Response.json({ ...MOVED, days: "weekdays" }),
    },
  );
  await findByText(/^Your hour now: 6:00 AM on weekdays\. You can undo/);
  await click("Wake me at 7:00 AM");
  await findByText("Starting with your next wake-up email, on weekdays.");
});

test("while emails are paused until a weekend, the title names the weekday hour that was changed", async () => {
  const answer = { ...MOVED, emailTime: "09:00", pausedUntil: "2026-11-28", days: "weekdays" };
  const { click, findByRole, findByText } = open({ hour: "7" }, { [HOUR]: () => Response.json(answer) });
  await click("Wake me at 7:00 AM");
  await findByRole("heading", { name: "7:00 AM it is" });
  await findByText(
    /^No emails or notifications until Saturday, November 28\. They start again that morning at 9:00 AM\.$/,
  );
});

test("a link that isn't ours says so before anything is pressed", async () => {
  const { findByRole, queryByRole } = open({ hour: "7" }, { [CHECK]: () => refusal(400, "validation", "x") });
  await findByRole("heading", { name: "This link doesn't work" });
  expect(queryByRole("button")).toBeNull();
});

test.for([
  [410, "gone", "This link has expired."],
  [409, "conflict", "You aren't getting wake-up emails right now."],
] as const)(
  "a link that can no longer change anything says so before anything is pressed: %i",
  async ([status, code, text]) => {
    const { findByRole, queryByRole, queryByText } = open(
      { hour: "7" },
      { [CHECK]: () => refusal(status, code, text) },
    );
    expect((await findByRole("alert")).textContent).toBe(text);
    expect(queryByRole("button")).toBeNull();
    expect(queryByText(/undo it for 24 hours/)).toBeNull();
    expect(await findByRole("link", { name: "My Account" })).toBeDefined();
  },
);

test("if the link check fails, the page still asks whether to make the change", async () => {
  const { click, findByRole, queryByRole } = open(
    { hour: "7" },
    { [CHECK]: lostConnection, [HOUR]: () => Response.json(MOVED) },
  );
  await findByRole("button", { name: "Wake me at 7:00 AM" });
  expect(queryByRole("alert")).toBeNull();
  await click("Wake me at 7:00 AM");
  await findByRole("heading", { name: "7:00 AM it is" });
});

test("a pause says when emails resume, and the member who pressed it can undo it", async () => {
  const { click, findByRole, findByText, queryByRole, calls } = open(
    { until: MONDAY },
    {
      [PAUSE]: () => Response.json(PAUSED),
      [UNDO]: () => Response.json(PAUSE_UNDONE),
    },
  );
  await click("Pause until Monday, November 23");
  await findByText("No emails or notifications until Monday, November 23. They start again that morning at 6:00 AM.");
  await click("Undo");
  await findByRole("heading", { name: "Change undone" });
  await findByText("Your next wake-up email arrives at 6:00 AM.");
  expect(calls.map(({ body }) => body)).toEqual([LINK, { ...LINK, until: MONDAY }, { ...LINK, undo: PAUSED.undo }]);
  expect(queryByRole("button")).toBeNull();
});

test("a new hour is confirmed, and one that was already set has no Undo", async () => {
  const { click, findByRole, queryByRole, calls } = open(
    { hour: "7" },
    { [HOUR]: () => Response.json({ emailTime: "07:00", pausedUntil: null }) },
  );
  await click("Wake me at 7:00 AM");
  await findByRole("heading", { name: "7:00 AM it is" });
  expect(calls.map(({ body }) => body)).toEqual([LINK, { ...LINK, hour: 7 }]);
  expect(queryByRole("button")).toBeNull();
  expect((await findByRole("link", { name: "My Account" })).getAttribute("href")).toBe("/profile");
});

test.for([
  [410, "gone", "This link has expired."],
  [409, "conflict", "You aren't getting wake-up emails right now."],
] as const)("a change that's no longer possible says so and isn't offered again: %i", async ([status, code, text]) => {
  const { click, findByRole, queryByRole } = open({ hour: "7" }, { [HOUR]: () => refusal(status, code, text) });
  await click("Wake me at 7:00 AM");
  expect((await findByRole("alert")).textContent).toBe(text);
  expect(queryByRole("button")).toBeNull();
  expect(await findByRole("link", { name: "My Account" })).toBeDefined();
});

test("an undo that comes too late says so and isn't offered again", async () => {
  const { click, findByRole, queryByRole } = open(
    { until: MONDAY },
    {
      [PAUSE]: () => Response.json(PAUSED),
      [UNDO]: () => refusal(410, "gone", "This can't be undone here anymore."),
    },
  );
  await click("Pause until Monday, November 23");
  await click("Undo");
  expect((await findByRole("alert")).textContent).toBe("This can't be undone here anymore.");
  expect(queryByRole("button")).toBeNull();
});

test.for([{ until: "any" }, { hour: "25" }, { hour: "seven" }])(
  "an invalid change in a link shows readable text, and pressing the button says it doesn't work: %j",
  async (change) => {
    const answers = { [PAUSE]: () => refusal(400, "validation", "x"), [HOUR]: () => refusal(400, "validation", "x") };
    const { getByRole, findByRole, container } = open(change, answers);
    expect(container.textContent).toContain("in your email");
    expect(container.textContent).not.toMatch(/NaN|Invalid|undefined/);
    await userEvent.click(getByRole("button"));
    await findByRole("heading", { name: "This link doesn't work" });
  },
);

test("after a failure, the change can be retried", async () => {
  let answer: () => Response = lostConnection;
  const { click, findByRole } = open({ hour: "7" }, { [HOUR]: () => answer() });
  await click("Wake me at 7:00 AM");
  expect((await findByRole("alert")).textContent).toBe("We couldn't make this change. Please try again.");
  answer = () => Response.json(MOVED);
  await click("Wake me at 7:00 AM");
  await findByRole("heading", { name: "7:00 AM it is" });
});
