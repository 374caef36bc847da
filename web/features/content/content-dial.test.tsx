import { cleanup, createEvent, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ListedItem } from "#domain/contract/content/content.ts";
import { listedItemOf } from "#test/answers/content.ts";
import { ContentDial } from "./content-dial.tsx";

afterEach(cleanup);

function monthOf(count: number): ListedItem[] {
  return Array.from({ length: count }, (_, index) =>
    listedItemOf(`2025-08-${String(index + 1).padStart(2, "0")}`, {
      title: `Title ${index + 1}`,
      hasAudio: true,
    }),
  );
}

type DialProps = { items?: ListedItem[]; onSelect?: (index: number, isFocused: boolean) => void };

function Dial({ items = monthOf(19), onSelect }: DialProps) {
  const [selected, setSelected] = useState(0);
  return (
    <ContentDial
      items={items}
      selected={selected}
      today="2025-08-03"
      onSelect={(index, isFocused) => {
        onSelect?.(index, isFocused);
        setSelected(index);
      }}
      hub="Hub"
    />
  );
}

const checked = () => screen.getByRole("radio", { checked: true });
const position = () => checked().getAttribute("aria-posinset");

test("the dial is a named radio group with one checked tab stop and positions within the whole month", async () => {
  render(<Dial />);
  const radios = within(screen.getByRole("radiogroup", { name: "Sessions in August 2025" })).getAllByRole("radio");
  expect(radios).toHaveLength(8);
  expect(radios.filter((radio) => radio.tabIndex === 0)).toEqual([checked()]);
  expect(checked().getAttribute("aria-label")).toBe("Friday, August 1: Title 1, audio");
  expect(screen.getByRole("radio", { name: "Sunday, August 3, today: Title 3, audio" })).toBeTruthy();
  expect(radios.map((radio) => radio.getAttribute("aria-posinset"))).toEqual([
    "17",
    "18",
    "19",
    "1",
    "2",
    "3",
    "4",
    "5",
  ]);
  expect(new Set(radios.map((radio) => radio.getAttribute("aria-setsize")))).toEqual(new Set(["19"]));
});

test("arrow keys, Home, and End move selection and focus, wrapping at both ends", async () => {
  const user = userEvent.setup();
  render(<Dial />);
  await user.tab();
  for (const [key, name] of [
    ["{ArrowRight}", "Saturday, August 2: Title 2, audio"],
    ["{ArrowDown}", "Sunday, August 3, today: Title 3, audio"],
    ["{ArrowLeft}", "Saturday, August 2: Title 2, audio"],
    ["{End}", "Tuesday, August 19, early access: Title 19, audio"],
    ["{ArrowRight}", "Friday, August 1: Title 1, audio"],
    ["{ArrowUp}", "Tuesday, August 19, early access: Title 19, audio"],
    ["{Home}", "Friday, August 1: Title 1, audio"],
  ] as const) {
    await user.keyboard(key);
    expect(checked().getAttribute("aria-label")).toBe(name);
    expect(document.activeElement).toBe(checked());
  }
});

test("a browser shortcut doesn't turn the dial", async () => {
  const onSelect = vi.fn();
  render(<Dial onSelect={onSelect} />);
  checked().focus();
  await userEvent.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(onSelect).not.toHaveBeenCalled();
});

test("a held key turns the dial at a pace that browsers can handle", () => {
  const onSelect = vi.fn();
  render(<Dial onSelect={onSelect} />);
  for (let press = 0; press < 20; press += 1) {
    const event = createEvent.keyDown(checked(), { key: "ArrowRight", repeat: press > 0 });
    Object.defineProperty(event, "timeStamp", { value: 1 + press * 30 });
    fireEvent(checked(), event);
  }
  expect(onSelect.mock.calls.map(([index]) => index)).toEqual([1, 2, 3, 4]);
});

test("a click selects a card, and the two buttons wrap around while keeping focus", async () => {
  const user = userEvent.setup();
  render(<Dial />);
  await user.click(screen.getByRole("radio", { name: "Monday, August 4, early access: Title 4, audio" }));
  expect(position()).toBe("4");
  await user.click(screen.getByRole("radio", { name: "Friday, August 1: Title 1, audio" }));
  const previous = screen.getByRole("button", { name: "Previous content" });
  await user.click(previous);
  expect(position()).toBe("19");
  await user.keyboard("{ArrowLeft}");
  expect(position()).toBe("18");
  expect(document.activeElement).toBe(previous);
  await user.click(screen.getByRole("button", { name: "Next content" }));
  await user.click(screen.getByRole("button", { name: "Next content" }));
  expect(position()).toBe("1");
});

test("a swipe turns the dial by whole cards, and releasing it doesn't click the card underneath", () => {
  render(<Dial />);
  const dial = screen.getByRole("region", { name: "Content Navigation" });
  const capture = vi.fn();
  dial.setPointerCapture = capture;
  const at = (clientX: number) => ({ clientX, clientY: 100, isPrimary: true, button: 0, pointerId: 1 });
  fireEvent.pointerDown(dial, at(200));
  fireEvent.pointerMove(dial, at(100));
  expect(capture).toHaveBeenCalledWith(1);
  fireEvent.pointerUp(dial, at(100));
  expect(position()).toBe("2");
  fireEvent.pointerDown(dial, at(100));
  fireEvent.pointerMove(dial, at(103));
  fireEvent.pointerUp(dial, at(103));
  expect(position()).toBe("2");
});

test("the dial follows a selection that someone else makes", async () => {
  const { rerender } = render(<ContentDial items={monthOf(19)} selected={17} today="" hub="" />);
  rerender(<ContentDial items={monthOf(19)} selected={6} today="" hub="" />);
  expect(checked().getAttribute("aria-posinset")).toBe("7");
});

test("an empty month draws no radio group, says so, and disables its buttons", () => {
  render(<ContentDial items={[]} selected={0} today="" onSelect={vi.fn()} hub="No content available" />);
  expect(screen.queryByRole("radiogroup")).toBeNull();
  expect(screen.getByText("No content available")).toBeTruthy();
  for (const button of screen.getAllByRole<HTMLButtonElement>("button")) expect(button.disabled).toBe(true);
});

test("a card's name and mark show the member's progress on its session", async () => {
  const items = [
    listedItemOf("2025-08-01", { title: "Rise", completed: true, progressPercent: 100 }),
    listedItemOf("2025-08-02", { title: "Rise", progressPercent: 40 }),
    listedItemOf("2025-08-03", { title: "Rise", progressPercent: 5 }),
    listedItemOf("2025-08-04", { title: "Rise" }),
    listedItemOf("2025-08-05", { title: "Rise", comingSoon: true }),
  ];
  render(<Dial items={items} />);
  const shown = screen.getAllByRole("radio").map((card) => ({
    name: card.getAttribute("aria-label"),
    marks: [...card.querySelectorAll("[data-mark]")].map((mark) => mark.getAttribute("data-mark")),
  }));
  expect(shown).toContainEqual({ name: "Friday, August 1, done: Rise", marks: ["done"] });
  expect(shown).toContainEqual({ name: "Saturday, August 2, started, 40%: Rise", marks: ["started"] });
  expect(shown).toContainEqual({ name: "Sunday, August 3, today, started, 5%: Rise", marks: ["started"] });
  expect(shown).toContainEqual({ name: "Monday, August 4, early access: Rise", marks: [] });
  expect(shown).toContainEqual({ name: "Tuesday, August 5, coming soon: Rise", marks: [] });
  await userEvent.click(screen.getByRole("radio", { name: /August 2/ }));
  expect(checked().querySelector("[data-mark]"), "the dashboard says how far the selected one is").toBeNull();
});

test("a turn reports whether it moved focus, which only arrow keys on a card do", async () => {
  const onSelect = vi.fn();
  render(<Dial onSelect={onSelect} />);
  checked().focus();
  await userEvent.keyboard("{ArrowRight}");
  await userEvent.click(screen.getByRole("button", { name: "Next content" }));
  await userEvent.keyboard("{ArrowRight}");
  expect(onSelect.mock.calls).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
});

test("where the month begins again, its cards name the month instead of a weekday", async () => {
  render(<Dial />);
  const cards = () => screen.getAllByRole("radio").map(({ textContent }) => textContent);
  expect(cards()).toEqual(["Aug 17", "Aug 18", "Aug 19", "Fri 1", "Sat 2", "Sun 3", "Mon 4", "Tue 5"]);
  checked().focus();
  await userEvent.keyboard("{End}");
  expect(cards()).toEqual(["Sat 16", "Sun 17", "Mon 18", "Tue 19", "Aug 1", "Aug 2", "Aug 3", "Aug 4"]);
  for (let turn = 0; turn < 5; turn += 1) await userEvent.keyboard("{ArrowLeft}");
  expect(cards().filter((words) => words?.startsWith("Aug"))).toEqual([]);
});
