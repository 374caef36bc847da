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

test("a saved change leaves edit mode and is shown without another request", async () => {
  const screen = open({ [SAVE]: () => Response.json({ ...PROFILE, emailTime: "07:00" }) });
  await save(screen);
  await screen.findByText("Profile Updated");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull());
  expect(screen.getByText("Wake-up time: 7:00 AM")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Profile" }));
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
  [proxyPage, "Failed to update profile: 502: Bad Gateway. Please try again."],
  [lostConnection, "Failed to update profile. Please try again."],
] as const)("a failed change stays in the form, and one sentence says why, case %#", async ([answer, text]) => {
  const screen = open({ [SAVE]: answer });
  await save(screen);
  await screen.findByText("Update Failed");
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole("radio", { name: "7 AM", checked: true })).toBeDefined();
});

test("fields missing from the response show a new member's defaults", async () => {
  const { subscriptionType, subscriptionStatus, emailTime, timezone, emailEnabled, firstName, ...rest } = PROFILE;
  const screen = open({ [READ]: () => Response.json(rest) });
  for (const text of ["trial, active", "Wake-up time: 6:00 AM", "Central", "On", "Daybolt Member"])
    await screen.findByText(text);
});

test("Cancel leaves edit mode and saves nothing", async () => {
  const screen = open();
  await userEvent.click(await screen.findByRole("button", { name: "Edit Profile" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Edit Profile" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to dashboard" }).getAttribute("href")).toBe("/dashboard");
  expect(screen.calls.map(({ method }) => method)).toEqual(["GET"]);
});

test("a profile that doesn't load can be retried, and a missing one links back", async () => {
  let answer: () => Response = proxyPage;
  const screen = open({ [READ]: () => answer() });
  expect((await screen.findByRole("alert")).textContent).toContain("502: Bad Gateway");
  answer = () => refusal(404, "not_found", "Profile not found");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Profile Not Found" });
  expect(screen.getByRole("link", { name: "Back to dashboard" }).getAttribute("href")).toBe("/dashboard");
});

test("a full mailbox is explained, and one press resumes emails", async () => {
  const suppression = { reason: "full", since: null, askedAt: null };
  let isFull = true;
  const screen = open({
    [READ]: () => Response.json({ ...PROFILE, suppression: isFull ? suppression : null }),
    "POST /api/user/ask-for-mails": () => {
      isFull = false;
      return Response.json({ ok: true });
    },
  });
  const card = within(await screen.findByRole("region", { name: "Our emails aren't reaching you" }));
  expect(card.getByText(/^Your mailbox was full for eight wake-up emails in a row/)).toBeDefined();
  expect(card.getByText(/^Make some room/)).toBeDefined();
  await userEvent.click(card.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(screen.queryByText(/mailbox was full/)).toBeNull());
});

const PARTS = { "Wake-up": "Wake-up", Membership: "Your details", Security: "Devices", Privacy: "Privacy" };

test.for([
  ["/profile", "Wake-up"],
  ["/profile#membership", "Membership"],
  ["/profile#security", "Security"],
  ["/profile#privacy", "Privacy"],
] as const)("%s shows only the %s part of My Account", async ([path, name]) => {
  const screen = open({}, path);
  const rail = within(await screen.findByRole("navigation", { name: "Parts of My Account" }));
  expect(rail.getByRole("link", { current: "page" }).textContent).toBe(name);
  for (const [part, heading] of Object.entries(PARTS))
    expect(screen.queryByRole("heading", { name: heading }) !== null).toBe(part === name);
});

test("unsaved changes survive switching parts of My Account, and an unknown URL fragment changes nothing", async () => {
  vi.spyOn(window, "scrollTo").mockReturnValue(undefined);
  const screen = open();
  await userEvent.click(await screen.findByRole("button", { name: "Edit Profile" }));
  await userEvent.click(await screen.findByRole("radio", { name: "7 AM" }));
  await userEvent.click(screen.getByRole("link", { name: "Privacy" }));
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  expect(screen.queryByRole("radio")).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Skip" }));
  expect(screen.getByRole("heading", { name: "Privacy" })).toBeDefined();
  await userEvent.click(screen.getByRole("link", { name: "Wake-up" }));
  expect(screen.getByRole("radio", { name: "7 AM", checked: true })).toBeDefined();
});

test("a member in a zone this browser doesn't know sees their hour and next email, and can change them", async () => {
  standIn("America/Punta_Arenas");
  const olympus = { id: "Mars/Olympus", label: "Mars/Olympus" };
  const wakeUpOptions = { ...PROFILE.wakeUpOptions, timezones: [...PROFILE.wakeUpOptions.timezones, olympus] };
  const screen = open({ [READ]: () => Response.json({ ...PROFILE, timezone: olympus.id, wakeUpOptions }) });
  const card = within(await screen.findByRole("region", { name: "Wake-up" }));
  card.getByText("Wake-up time: 6:00 AM");
  card.getByText("Mars/Olympus");
  card.getByText("Fri, Nov 21");
  await userEvent.click(card.getByRole("button", { name: "Edit Profile" }));
  await userEvent.click(await card.findByRole("radio", { name: "7 AM" }));
  expect(card.getByRole("status").textContent).toBe("Next wake-up: 7:00 AM Olympus time");
  expect(card.getByRole("combobox", { name: "Time zone" })).toHaveProperty("value", olympus.id);
  expect(card.queryByText(/^It's .+ now$/)).toBeNull();
});
