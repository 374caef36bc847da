import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { QUESTION } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { browsersAnswer, WakeUpQuestion } from "./wake-up-question.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let answer: WakeUpChoice;

function Asking({ question }: { question: typeof QUESTION }) {
  const [given, setGiven] = useState(browsersAnswer);
  answer = given;
  return <WakeUpQuestion question={question} answer={given} onAnswer={setGiven} />;
}

function ask(zone: string, at: string, question = QUESTION) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(at) });
  standIn(zone);
  render(<Asking question={question} />);
  return screen.getAllByRole("status")[0] as HTMLElement;
}

test.for([
  // 5:30 and 6:00 in Los Angeles.
  ["America/Los_Angeles", "2026-11-26T13:30:00Z", "First email: today, 6:00 AM Pacific"],
  ["America/Los_Angeles", "2026-11-26T14:00:00Z", "First email: tomorrow, 6:00 AM Pacific"],
  ["America/Boise", "2026-11-26T18:00:00Z", "First email: tomorrow, 6:00 AM Mountain"],
  // The browser's tomorrow is the zone's today.
  [
    "Pacific/Honolulu",
    "2026-11-26T09:00:00Z",
    "First email: today, 6:00 AM Pacific6:00 AM Pacific is 4:00 AM where you are.",
  ],
  [
    "Europe/London",
    "2026-11-26T18:00:00Z",
    "First email: tomorrow, 6:00 AM Central6:00 AM Central is 12:00 noon where you are.",
  ],
  // The clocks go back between now and then.
  [
    "America/Phoenix",
    "2026-10-31T18:00:00Z",
    "First email: tomorrow, 6:00 AM Pacific6:00 AM Pacific is 7:00 AM where you are.",
  ],
] as const)("a browser in %s at %s shows: %s", ([zone, at, words]) => {
  expect(ask(zone, at).textContent).toBe(words);
  expect(answer).toEqual({ timezone: zone });
});

test("if no hour offered is in the morning, the page says so", () => {
  ask("Europe/Berlin", "2026-11-26T18:00:00Z");
  screen.getByText(
    "We can't wake you in the morning yet: our hours, 5:00 AM to 9:00 AM Central, are 12:00 noon to 4:00 PM where you are.",
  );
});

test("if every zone is offered, the browser's own is chosen, without an explanation", () => {
  const wakeUpOptions = { ...QUESTION.wakeUpOptions, timezones: [...zoneOptions("world")] };
  const status = ask("Europe/Berlin", "2026-11-26T18:00:00Z", { ...QUESTION, wakeUpOptions });
  expect(status.textContent).toBe("First email: tomorrow, 6:00 AM Berlin time");
});

test("choosing an hour and a zone updates the line about the first email", async () => {
  const status = ask("America/Los_Angeles", "2026-11-26T18:00:00Z");
  const user = userEvent.setup();
  await user.click(screen.getByRole("radio", { name: "9 AM" }));
  expect(status.textContent).toBe("First email: tomorrow, 9:00 AM Pacific");
  await user.click(screen.getByRole("button", { name: "Change time zone" }));
  await user.selectOptions(screen.getByLabelText("Time zone"), "Eastern");
  expect(answer).toEqual({ emailTime: "09:00", timezone: "America/New_York" });
  expect(status.textContent).toContain("tomorrow, 9:00 AM Eastern");
  expect(status.textContent).toContain("9:00 AM Eastern is 6:00 AM where you are.");
});

test("the current hour is selected first, even if it's no longer offered", () => {
  const status = ask("America/Chicago", "2026-11-26T18:00:00Z", { ...QUESTION, emailTime: "04:00" });
  expect(status.textContent).toBe("First email: tomorrow, 4:00 AM Central");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "4 AM" }).checked).toBe(true);
});

test("a zone that this browser doesn't know can be chosen by name, without a claim about its clock", async () => {
  const timezones = [...QUESTION.wakeUpOptions.timezones, { id: "Mars/Olympus", label: "Olympus" }];
  const wakeUpOptions = { ...QUESTION.wakeUpOptions, timezones };
  ask("America/Chicago", "2026-11-26T18:00:00Z", { ...QUESTION, wakeUpOptions });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Change time zone" }));
  await user.selectOptions(screen.getByLabelText("Time zone"), "Olympus");
  expect(answer).toEqual({ timezone: "Mars/Olympus" });
  expect(screen.queryByRole("status")).toBeNull();
});
