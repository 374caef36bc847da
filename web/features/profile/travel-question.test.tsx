import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { openProfile, READ, SAVE } from "#test/web/open-profile.tsx";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { Toaster } from "../../ui/toaster.tsx";
import { TravelQuestion } from "./travel-question.tsx";

const AT_HOME = {
  ...PROFILE,
  wakeUpOptions: { ...PROFILE.wakeUpOptions, timezones: [...zoneOptions("world")] },
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof stubApi>[0] = {}, profile = AT_HOME) {
  const calls = stubApi({ [READ]: () => Response.json(profile), ...answers });
  const view = renderAt(
    "/profile",
    <>
      <TravelQuestion />
      <p>There</p>
      <Toaster />
    </>,
  );
  return { ...view, calls };
}

/** Waits for all responses. */
async function settled({ calls, queryClient }: ReturnType<typeof open>): Promise<void> {
  await waitFor(() => expect([calls.length, queryClient.isFetching()]).toEqual([1, 0]));
  await screen.findByText("There");
}

const question = () => screen.findByRole("heading", { name: /where you are$/ });

test("a member whose device is in another time zone is asked, and accepting moves their emails there", async () => {
  standIn("Europe/Berlin");
  const { calls } = open({ [SAVE]: () => Response.json({ ...AT_HOME, timezone: "Europe/Berlin" }) });
  await question();
  await userEvent.click(screen.getByRole("button", { name: "Wake me at 6:00 AM here" }));
  await screen.findByText("Your emails now arrive at 6:00 AM Berlin time.");
  expect(screen.queryByRole("heading", { name: /where you are/ })).toBeNull();
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ timezone: "Europe/Berlin" });
});

test("if weekends differ, the question names the next email's hour", async () => {
  standIn("Europe/Berlin");
  open({}, { ...AT_HOME, weekendTime: "09:00", nextWakeUpLocal: "2025-11-22T09:00" });
  await question();
  await screen.findByText(/^Your wake-up email arrives at 9:00 AM Central\./);
  expect(screen.getByRole("button", { name: "Wake me at 9:00 AM here" })).toBeDefined();
});

test("a member who keeps their zone isn't asked again there, but is asked elsewhere", async () => {
  standIn("Europe/Berlin");
  const first = open();
  await question();
  await userEvent.click(screen.getByRole("button", { name: "Keep Central" }));
  expect(screen.queryByRole("heading", { name: /where you are/ })).toBeNull();
  first.unmount();
  const second = open();
  await settled(second);
  expect(screen.queryByRole("heading", { name: /where you are/ })).toBeNull();
  second.unmount();
  vi.restoreAllMocks();
  standIn("Asia/Tokyo");
  open();
  await question();
  expect(second.calls.some(({ method }) => method === "PUT")).toBe(false);
});

test("an answer that couldn't be saved leaves the question open", async () => {
  standIn("Europe/Berlin");
  open({ [SAVE]: () => refusal(500, "internal", "Something broke.") });
  await question();
  await userEvent.click(screen.getByRole("button", { name: "Wake me at 6:00 AM here" }));
  await screen.findByText("Update Failed");
  await question();
});

test.for([
  ["the same clock by another name", "America/Winnipeg", AT_HOME],
  ["a zone that is not available", "Europe/Berlin", PROFILE],
  ["a clock at home that this browser does not know", "Europe/Berlin", { ...AT_HOME, timezone: "Mars/Olympus" }],
  ["an ended membership", "Europe/Berlin", { ...AT_HOME, hasAccess: false }],
] as const)("the travel question isn't asked for %s", async ([, zone, profile]) => {
  standIn(zone);
  await settled(open({}, profile));
  expect(screen.queryByRole("heading")).toBeNull();
});

test.for([
  ["Asia/Kolkata", "Asia/Calcutta"],
  ["Asia/Calcutta", "Asia/Kolkata"],
] as const)("My Account asks a device in %s even if the list calls that zone %s", async ([here, listed]) => {
  showAll();
  standIn(here);
  const timezones = [...PROFILE.wakeUpOptions.timezones, { id: listed, label: "India" }];
  openProfile({
    [READ]: () => Response.json({ ...PROFILE, wakeUpOptions: { ...PROFILE.wakeUpOptions, timezones } }),
  });
  await question();
});
