import { within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { openProfile, READ, SAVE } from "#test/web/open-profile.tsx";

afterEach(() => vi.restoreAllMocks());

const withHours = (emailTimes: string[], emailTime = "06:00") => ({
  "GET /api/user/profile": () =>
    Response.json({ ...PROFILE, emailTime, wakeUpOptions: { ...PROFILE.wakeUpOptions, emailTimes } }),
});

async function edit(answers: Parameters<typeof openProfile>[0] = {}) {
  const screen = openProfile(answers);
  await userEvent.click(await screen.findByRole("button", { name: "Edit Profile" }));
  await screen.findByRole("group", { name: "Wake-up time" });
  return screen;
}

test("arrow keys choose the hour, which shows once, and the next wake-up's day updates right away", async () => {
  const screen = await edit();
  const card = within(screen.getByRole("region", { name: "Wake-up" }));
  const status = card.getByRole("status");
  expect(status.textContent).toBe("Next wake-up: Fri, Nov 21");
  screen.getByRole("radio", { name: "6 AM", checked: true }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("radio", { name: "7 AM", checked: true })).toBe(document.activeElement);
  expect(status.textContent).toMatch(/^Next wake-up: \w{3}, \w{3} \d+$/);
  await userEvent.click(screen.getByRole("switch", { name: "Daily wake-up email" }));
  expect(status.textContent).toBe("Your wake-up emails are off.");
});

test("all 24 hours can be chosen, each with its own label", async () => {
  const day = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  const screen = await edit(withHours(day));
  const names = screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  expect(new Set(names).size).toBe(24);
  expect([names[0], names[12], names[23]]).toEqual(["12 AM", "12 PM", "11 PM"]);
});

test("an hour that's no longer offered stays selected until another one is chosen", async () => {
  const screen = await edit({
    ...withHours(["05:00", "06:00"], "04:00"),
    [SAVE]: () => Response.json(PROFILE),
  });
  expect(screen.getByRole("radio", { name: "4 AM", checked: true })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Profile Updated");
  const saved = screen.calls.find(({ method }) => method === "PUT");
  expect(saved?.body).toEqual({ emailTime: "04:00", timezone: "America/Chicago", emailEnabled: true });
});

test("a zone in the world list can be searched for, is shown with its clock, and is saved", async () => {
  const zones = [...zoneOptions("world")];
  const screen = await edit({
    "GET /api/user/profile": () =>
      Response.json({ ...PROFILE, wakeUpOptions: { ...PROFILE.wakeUpOptions, timezones: zones } }),
    [SAVE]: () => Response.json(PROFILE),
  });
  const group = within(screen.getByRole("group", { name: "Time zone" }));
  expect(group.getByRole("radio", { name: /^Central/, checked: true })).toBeDefined();
  const search = group.getByRole("searchbox", { name: "Search by city or zone" });
  await userEvent.type(search, "europe/");
  group.getByText(/^Showing 8 of \d+\. Keep typing/);
  await userEvent.type(search, "berlin{Enter}");
  expect(screen.calls.some(({ method }) => method === "PUT")).toBe(false);
  expect(group.getByRole("radio", { name: /^Europe\/Berlin \d{1,2}:\d{2}.[AP]M now$/, checked: true })).toBeDefined();
  await userEvent.clear(search);
  await userEvent.type(search, "atlantis");
  group.getByText("No match. Try a larger city nearby.");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Profile Updated");
  expect(screen.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ timezone: "Europe/Berlin" });
});

test("the device's own zone is offered first, before the member's current one", async () => {
  standIn("Europe/Berlin");
  const timezones = [...zoneOptions("world")];
  const screen = await edit({
    "GET /api/user/profile": () =>
      Response.json({ ...PROFILE, wakeUpOptions: { ...PROFILE.wakeUpOptions, timezones } }),
  });
  const group = within(screen.getByRole("group", { name: "Time zone" }));
  const [first, second, ...others] = group.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  expect([first, second]).toEqual([expect.stringMatching(/^Europe\/Berlin/), expect.stringMatching(/^Central/)]);
  expect(others).toEqual([]);
  expect(group.getByRole("radio", { name: /^Central/, checked: true })).toBeDefined();
});

test("a short list of zones is a dropdown that shows the current time in the chosen zone", async () => {
  const screen = await edit();
  expect(screen.getByRole("combobox", { name: "Time zone" })).toBeDefined();
  screen.getByText(/^It's \d{1,2}:\d{2}.[AP]M Central now$/);
});

test("a zone this browser doesn't know can be chosen by name, without a clock, and saved", async () => {
  const timezones = [{ id: "Mars/Olympus", label: "Mars/Olympus" }, ...zoneOptions("world")];
  const screen = await edit({
    "GET /api/user/profile": () =>
      Response.json({ ...PROFILE, wakeUpOptions: { ...PROFILE.wakeUpOptions, timezones } }),
    [SAVE]: () => Response.json(PROFILE),
  });
  const group = within(screen.getByRole("group", { name: "Time zone" }));
  await userEvent.type(group.getByRole("searchbox"), "olympus{Enter}");
  expect(group.getByRole("radio", { name: "Mars/Olympus", checked: true })).toBeDefined();
  screen.getByText("6:00 AM Olympus time");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Profile Updated");
  expect(screen.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ timezone: "Mars/Olympus" });
});

const withWeekends = (weekendTime: string | null, more: object = {}) => ({
  "GET /api/user/profile": () => Response.json({ ...PROFILE, weekendTime, ...more }),
});

test("weekends can have another hour or no email, and only that choice is saved", async () => {
  const screen = await edit({ [SAVE]: () => Response.json(PROFILE) });
  const card = within(screen.getByRole("region", { name: "Wake-up" }));
  await userEvent.click(card.getByRole("button", { name: "Set weekend hour" }));
  const weekends = within(card.getByRole("group", { name: "Weekends" }));
  expect(weekends.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
    "Same hour",
    "Nothing on weekends",
    "5 AM",
    "6 AM",
    "7 AM",
  ]);
  weekends.getByRole("radio", { name: "Same hour", checked: true });
  await userEvent.click(weekends.getByRole("radio", { name: "7 AM" }));
  // Friday's email comes first; its hour stays.
  expect(screen.getByRole("group", { name: "Wake-up time" }).querySelector("input:checked")).toHaveProperty(
    "value",
    "06:00",
  );
  await userEvent.click(weekends.getByRole("radio", { name: "Nothing on weekends" }));
  expect(card.getByRole("status").textContent).toContain("Nothing on weekends");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Profile Updated");
  expect(screen.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    emailTime: "06:00",
    weekendTime: "none",
  });
});

test("a different weekend hour is shown and open from the start, and Same hour removes it", async () => {
  const next = { nextWakeUpLocal: "2025-11-24T06:00", nextWakeUpAt: "2025-11-24T12:00:00.000Z" };
  const screen = openProfile({ ...withWeekends("none", next), [SAVE]: () => Response.json(PROFILE) });
  const card = within(await screen.findByRole("region", { name: "Wake-up" }));
  expect(card.getByText("Weekends").closest("div")?.textContent).toBe("WeekendsNothing");
  expect(card.getByText("Nothing on weekends").parentElement?.textContent).toBe(
    "Next wake-up: Mon, Nov 24Nothing on weekends",
  );
  await userEvent.click(card.getByRole("button", { name: "Edit Profile" }));
  await userEvent.click(await card.findByRole("radio", { name: "Same hour" }));
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Profile Updated");
  expect(screen.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ weekendTime: null });
});

test("the dial says the chosen hour once", async () => {
  const screen = openProfile();
  await screen.findByRole("region", { name: "Wake-up" });
  const texts = [...document.querySelectorAll(".wake-up-dial text")].map(({ textContent }) => textContent);
  expect(texts).toEqual(["5", "7", "6:00AM"]);
});

test("any available hour can be the weekday's or the weekend's", async () => {
  const wakeUpOptions = { ...PROFILE.wakeUpOptions, emailTimes: ["06:00", "16:00", "23:00"] };
  const screen = await edit(withWeekends("16:00", { wakeUpOptions }));
  const weekdays = within(screen.getByRole("group", { name: "Wake-up time" }));
  const weekends = within(screen.getByRole("group", { name: "Weekends" }));
  await userEvent.click(weekdays.getByRole("radio", { name: "11 PM" }));
  weekends.getByRole("radio", { name: "4 PM", checked: true });
  await userEvent.click(weekends.getByRole("radio", { name: "11 PM" }));
  weekdays.getByRole("radio", { name: "11 PM", checked: true });
});

test("saving an untouched weekend hour doesn't undo a change made on another device meanwhile", async () => {
  let profile: object = PROFILE;
  const screen = await edit({ [READ]: () => Response.json(profile), [SAVE]: () => Response.json(profile) });
  profile = { ...PROFILE, weekendTime: "07:00" };
  await screen.queryClient.invalidateQueries();
  await userEvent.click(screen.getByRole("radio", { name: "5 AM" }));
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Profile Updated");
  const saved = screen.calls.find(({ method }) => method === "PUT");
  expect(saved?.body).toEqual({ emailTime: "05:00", timezone: "America/Chicago", emailEnabled: true });
});
