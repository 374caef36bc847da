import { cleanup, createEvent, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ContentItem } from "#domain/contract/content.ts";
import { ContentDial } from "./content-dial.tsx";

afterEach(cleanup);

function monthOf(count: number): ContentItem[] {
  return Array.from({ length: count }, (_, index) => {
    const date = `2025-08-${String(index + 1).padStart(2, "0")}`;
    return {
      id: `item-${date}`,
      date,
      title: `Title ${index + 1}`,
      description: "",
      status: "published" as const,
      audioFilename: "a.mp3",
      videoFilename: null,
      vimeoEmbedCode: null,
      youtubeUrl: null,
      video: null,
      duration: null,
      emailSent: true,
      comingSoon: false,
    };
  });
}

function Dial({ count, onSelect }: { count: number; onSelect?: (index: number) => void }) {
  const [selected, setSelected] = useState(0);
  return (
    <ContentDial
      items={monthOf(count)}
      selected={selected}
      today="2025-08-03"
      onSelect={(index) => {
        onSelect?.(index);
        setSelected(index);
      }}
    />
  );
}

const checked = () => screen.getByRole("radio", { checked: true });
const hub = () => screen.getByText("Session").parentElement?.textContent;

test("the dial is a radio group: named, one radio checked, which is its one tab stop, and places in the whole month", async () => {
  render(<Dial count={19} />);
  const radios = within(screen.getByRole("radiogroup", { name: "Sessions of August 2025" })).getAllByRole("radio");
  expect(radios).toHaveLength(8);
  expect(radios.filter((radio) => radio.tabIndex === 0)).toEqual([checked()]);
  expect(checked().getAttribute("aria-label")).toBe("Fri 1: Title 1, audio");
  expect(screen.getByRole("radio", { name: "Sun 3: Title 3, audio, today" })).toBeTruthy();
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

test("arrow keys, Home and End move selection and focus, around both ends", async () => {
  const user = userEvent.setup();
  render(<Dial count={19} />);
  await user.tab();
  for (const [key, name] of [
    ["{ArrowRight}", "Sat 2: Title 2, audio"],
    ["{ArrowDown}", "Sun 3: Title 3, audio, today"],
    ["{ArrowLeft}", "Sat 2: Title 2, audio"],
    ["{End}", "Tue 19: Title 19, audio"],
    ["{ArrowRight}", "Fri 1: Title 1, audio"],
    ["{ArrowUp}", "Tue 19: Title 19, audio"],
    ["{Home}", "Fri 1: Title 1, audio"],
  ] as const) {
    await user.keyboard(key);
    expect(checked().getAttribute("aria-label")).toBe(name);
    expect(document.activeElement).toBe(checked());
  }
});

test("a shortcut of the browser is not a turn", async () => {
  const onSelect = vi.fn();
  render(<Dial count={19} onSelect={onSelect} />);
  checked().focus();
  await userEvent.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(onSelect).not.toHaveBeenCalled();
});

test("a held key turns at a pace that browsers take", () => {
  const onSelect = vi.fn();
  render(<Dial count={19} onSelect={onSelect} />);
  for (let press = 0; press < 20; press += 1) {
    const event = createEvent.keyDown(checked(), { key: "ArrowRight", repeat: press > 0 });
    Object.defineProperty(event, "timeStamp", { value: 1 + press * 30 });
    fireEvent(checked(), event);
  }
  expect(onSelect.mock.calls.flat()).toEqual([1, 2, 3, 4]);
});

test("a click selects a card, and the two buttons go round while the focus stays on them", async () => {
  const user = userEvent.setup();
  render(<Dial count={19} />);
  await user.click(screen.getByRole("radio", { name: "Mon 4: Title 4, audio" }));
  expect(hub()).toBe("Session 4/ of 19");
  await user.click(screen.getByRole("radio", { name: "Fri 1: Title 1, audio" }));
  const previous = screen.getByRole("button", { name: "Previous content" });
  await user.click(previous);
  expect(hub()).toBe("Session 19/ of 19");
  await user.keyboard("{ArrowLeft}");
  expect(hub()).toBe("Session 18/ of 19");
  expect(document.activeElement).toBe(previous);
  await user.click(screen.getByRole("button", { name: "Next content" }));
  await user.click(screen.getByRole("button", { name: "Next content" }));
  expect(hub()).toBe("Session 1/ of 19");
});

test("a swipe turns by whole cards and its end is no click on the card below", () => {
  render(<Dial count={19} />);
  const dial = screen.getByRole("region", { name: "Content Navigation" });
  const capture = vi.fn();
  dial.setPointerCapture = capture;
  const at = (clientX: number) => ({ clientX, clientY: 100, isPrimary: true, button: 0, pointerId: 1 });
  fireEvent.pointerDown(dial, at(200));
  fireEvent.pointerMove(dial, at(100));
  expect(capture).toHaveBeenCalledWith(1);
  fireEvent.pointerUp(dial, at(100));
  expect(hub()).toBe("Session 2/ of 19");
  fireEvent.pointerDown(dial, at(100));
  fireEvent.pointerMove(dial, at(103));
  fireEvent.pointerUp(dial, at(103));
  expect(hub()).toBe("Session 2/ of 19");
});

test("quick turns count from where the last one led, not from what the address still says", async () => {
  const onSelect = vi.fn();
  const { rerender } = render(<ContentDial items={monthOf(19)} selected={17} today="" onSelect={onSelect} />);
  const next = screen.getByRole("button", { name: "Next content" });
  for (let press = 0; press < 3; press += 1) fireEvent.click(next);
  expect(onSelect.mock.calls.flat()).toEqual([18, 0, 1]);
  // The address catches up, step by step.
  for (const selected of [18, 1]) {
    rerender(<ContentDial items={monthOf(19)} selected={selected} today="" onSelect={onSelect} />);
    expect(checked().getAttribute("aria-posinset")).toBe("2");
  }
  rerender(<ContentDial items={monthOf(19)} selected={6} today="" onSelect={onSelect} />);
  expect(checked().getAttribute("aria-posinset")).toBe("7");
});

test("an empty month draws no group, says so, and its buttons do nothing", () => {
  render(<ContentDial items={[]} selected={0} today="" onSelect={vi.fn()} notice="No content available" />);
  expect(screen.queryByRole("radiogroup")).toBeNull();
  expect(screen.getByText("No content available")).toBeTruthy();
  for (const button of screen.getAllByRole<HTMLButtonElement>("button")) expect(button.disabled).toBe(true);
});
