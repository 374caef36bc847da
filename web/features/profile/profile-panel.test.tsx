import { waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { PROFILE } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { openProfile as open, READ, SAVE } from "#test/web/open-profile.tsx";
import { lostConnection, proxyPage, refusal } from "#test/web/stub-api.ts";

afterEach(() => vi.restoreAllMocks());

async function save(screen: ReturnType<typeof open>) {
  await userEvent.click(await screen.findByRole("button", { name: "Edit Profile" }));
  await userEvent.click(await screen.findByRole("radio", { name: "7 AM" }));
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
}

test("a saved change leaves edit mode and is on screen without a second read", async () => {
  const screen = open({ [SAVE]: () => Response.json({ ...PROFILE, emailTime: "07:00" }) });
  await save(screen);
  await screen.findByText("Profile Updated");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull());
  expect(screen.getByText("7:00 AM")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Profile" }));
  expect(screen.getByText("Annual Plan ($79.99/year)")).toBeDefined();
  expect(screen.calls.map(({ method }) => method)).toEqual(["GET", "PUT"]);
});

test.for([
  [
    () => refusal(400, "validation", "Choose one of the available hours."),
    "Failed to update profile: 400: Choose one of the available hours. Please try again.",
  ],
  [
    () => refusal(500, "internal", "Something went wrong on our side. Try again."),
    "Failed to update profile: 500: Something went wrong on our side. Please try again.",
  ],
  [proxyPage, "Failed to update profile. Please try again."],
  [lostConnection, "Failed to update profile. Please try again."],
] as const)("a change that fails stays in the form and is told of in one sentence, case %#", async ([answer, text]) => {
  const screen = open({ [SAVE]: answer });
  await save(screen);
  await screen.findByText("Update Failed");
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole("radio", { name: "7 AM", checked: true })).toBeDefined();
});

test("what an answer lacks is shown as what everybody begins with", async () => {
  const { subscriptionType, subscriptionStatus, emailTime, timezone, emailEnabled, firstName, ...rest } = PROFILE;
  const screen = open({ [READ]: () => Response.json(rest) });
  for (const text of ["Free Trial", "active", "6:00 AM", "Central", "On", "Daybolt Member"])
    await screen.findByText(text);
});

test("Cancel leaves edit mode and saves nothing", async () => {
  const screen = open();
  await userEvent.click(await screen.findByRole("button", { name: "Edit Profile" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Edit Profile" })).toBeDefined();
  expect(screen.calls.map(({ method }) => method)).toEqual(["GET"]);
});

test("the subscription leads to the plans and to the gift", async () => {
  const card = within(await open().findByRole("region", { name: "Subscription" }));
  expect(card.getByRole("link", { name: "Choose a plan" }).getAttribute("href")).toBe("/subscribe");
  expect(card.getByRole("link", { name: "Give a membership" }).getAttribute("href")).toBe("/gift");
});

test("a profile that does not load can be asked for again; one that is missing leads back", async () => {
  let answer: () => Response = proxyPage;
  const screen = open({ [READ]: () => answer() });
  expect((await screen.findByRole("alert")).textContent).toContain("We couldn't reach the server.");
  answer = () => refusal(404, "not_found", "Profile not found");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Profile Not Found" });
  expect(screen.getByRole("link", { name: "Return to Dashboard" }).getAttribute("href")).toBe("/dashboard");
});

test.for([
  ["/profile#privacy", 1],
  ["/profile", 0],
] as const)("%s shows what is kept and leads to a person; the part is scrolled to %i times", async ([path, times]) => {
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(() => undefined);
  const screen = open({}, path);
  const card = within(await screen.findByRole("region", { name: "Privacy" }));
  expect(card.getByRole("link", { name: "About your privacy settings" }).getAttribute("href")).toBe(
    "/privacy-settings",
  );
  expect(card.getByRole("link", { name: /@/ }).getAttribute("href")).toMatch(/^mailto:.*\?subject=Privacy%20request$/);
  const parts = scrolled.mock.contexts.map((part) => (part as HTMLElement).id);
  scrolled.mockRestore();
  expect(parts).toEqual(Array(times).fill("privacy"));
});

test("whose zone this browser does not know sees their hour and next mail all the same, and can change them", async () => {
  standIn("America/Punta_Arenas");
  const olympus = { id: "Mars/Olympus", label: "Mars/Olympus" };
  const wakeUpOptions = { ...PROFILE.wakeUpOptions, timezones: [...PROFILE.wakeUpOptions.timezones, olympus] };
  const screen = open({ [READ]: () => Response.json({ ...PROFILE, timezone: olympus.id, wakeUpOptions }) });
  const card = within(await screen.findByRole("region", { name: "Email Preferences" }));
  card.getByText("Fri, Nov 21, 6:00 AM Olympus time");
  await userEvent.click(card.getByRole("button", { name: "Edit Profile" }));
  await userEvent.click(await card.findByRole("radio", { name: "7 AM" }));
  expect(card.getByRole("status").textContent).toBe("Next wake-up: 7:00 AM Olympus time");
  expect(card.getByRole("combobox", { name: "Time zone" })).toHaveProperty("value", olympus.id);
  expect(card.queryByText(/there now$/)).toBeNull();
});
