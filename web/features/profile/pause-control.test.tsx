import { fireEvent } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { openProfile, READ, SAVE } from "#test/web/open-profile.tsx";
import { refusal } from "#test/web/stub-api.ts";

const today = dateIn(PROFILE.timezone, Date.now());

/** Responds to a change like the server. */
const saved = {
  [SAVE]: ({ body }: { body: unknown }) =>
    Response.json({ ...PROFILE, nextWakeUpAt: null, nextWakeUpLocal: null, ...(body as object) }),
};

async function openForm(answers: Parameters<typeof openProfile>[0]) {
  const screen = openProfile(answers);
  await userEvent.click(await screen.findByRole("button", { name: "Pause" }));
  const field = (await screen.findByLabelText("Resume on")) as HTMLInputElement;
  return { ...screen, field };
}

test("emails can be paused until a day and resumed, and one more click restores the pause", async () => {
  const screen = await openForm(saved);
  expect(document.activeElement).toBe(screen.field);
  await userEvent.click(screen.getByRole("button", { name: "2 weeks" }));
  const date = addDays(today, 14);
  expect(screen.field.value).toBe(date);
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText("Emails and notifications paused");
  expect(screen.getByText(/^Paused until/)).toBeDefined();

  const resume = await screen.findByRole("button", { name: "Resume" });
  expect(document.activeElement).toBe(resume);
  await userEvent.click(resume);
  await screen.findByText("Emails and notifications resumed");
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: "Resume" });
  const changes = screen.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(changes).toEqual([{ pausedUntil: date }, { pausedUntil: null }, { pausedUntil: date }]);
});

test.for([
  ["2020-01-01", "Choose a day after today."],
  [today, "Choose a day after today."],
  ["", "Choose a day after today."],
  [addDays(today, 366), "Choose a day within the next year."],
] as const)("a pause until %j isn't sent", async ([date, problem]) => {
  const screen = await openForm(saved);
  fireEvent.change(screen.field, { target: { value: date } });
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText(problem)).toBeDefined();
  expect(screen.calls.map(({ method }) => method)).toEqual(["GET"]);
});

test("a failed pause keeps its form open and shows an error", async () => {
  const screen = await openForm({ [SAVE]: () => refusal(500, "internal", "Something went wrong.") });
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText("Update Failed");
  expect(screen.getByLabelText("Resume on")).toBe(screen.field);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Pause" }));
});

test.for([
  ["emails are off", { emailEnabled: false }],
  ["the membership has ended", { hasAccess: false }],
] as const)("if %s, no pause is offered", async ([, change]) => {
  const screen = openProfile({
    [READ]: () => Response.json({ ...PROFILE, nextWakeUpAt: null, nextWakeUpLocal: null, ...change }),
  });
  await screen.findByRole("button", { name: "Edit Profile" });
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
});

test("a member in a zone this browser doesn't know can still pause", async () => {
  const there = { ...PROFILE, timezone: "Mars/Olympus" };
  const screen = await openForm({ ...saved, [READ]: () => Response.json(there) });
  const date = screen.field.value;
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText("Emails and notifications paused");
  expect(screen.calls.find(({ method }) => method === "PUT")?.body).toEqual({ pausedUntil: date });
});
