import { act, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { IconButton } from "./button.tsx";
import { LazyTooltips } from "./lazy-tooltips.tsx";
import { Tooltips } from "./tooltips.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function open() {
  const screen = renderAt(
    "/",
    <>
      <IconButton label="Next content">{"›"}</IconButton>
      <IconButton label="Previous content">{"‹"}</IconButton>
      <p>Nothing</p>
      <Tooltips />
    </>,
  );
  const button = screen.getByRole("button", { name: "Next content" });
  return { ...screen, button, text: () => document.querySelector("[data-tooltip-text]")?.textContent ?? null };
}

test("an icon button's name appears once the pointer has rested on it for 700 ms", () => {
  const { button, text } = open();
  fireEvent.pointerOver(button, { pointerType: "mouse" });
  pass(699);
  expect(text()).toBeNull();
  pass(1);
  expect(text()).toBe("Next content");
});

test("moving to another button restarts the tooltip delay, and moving away hides the tooltip", () => {
  const { getByRole, getByText, button, text } = open();
  fireEvent.pointerOver(button, { pointerType: "mouse" });
  pass(600);
  fireEvent.pointerOver(getByRole("button", { name: "Previous content" }), { pointerType: "mouse" });
  pass(600);
  expect(text()).toBeNull();
  pass(100);
  expect(text()).toBe("Previous content");
  fireEvent.pointerOver(getByText("Previous content", { ignore: "button" }), { pointerType: "mouse" });
  expect(text()).toBe("Previous content");
  fireEvent.pointerOver(getByText("Nothing"), { pointerType: "mouse" });
  expect(text()).toBeNull();
});

test("touch shows no tooltip", () => {
  const { button, text } = open();
  fireEvent.pointerOver(button, { pointerType: "touch" });
  pass(5000);
  expect(text()).toBeNull();
});

test.for([
  ["Escape", (button: HTMLElement) => fireEvent.keyDown(button, { key: "Escape" })],
  ["a press", (button: HTMLElement) => fireEvent.pointerDown(button)],
  ["focus moving on", (button: HTMLElement) => fireEvent.focusOut(button)],
  ["scrolling", () => fireEvent.scroll(document)],
  ["another window size", () => fireEvent(window, new Event("resize"))],
] as const)("%s hides the tooltip", ([, dismiss]) => {
  const { button, text } = open();
  act(() => button.focus());
  pass(700);
  expect(text()).toBe("Next content");
  dismiss(button);
  expect(text()).toBeNull();
  pass(5000);
  expect(text()).toBeNull();
});

test("a tooltip follows its button's name, as Play becomes Pause", async () => {
  const { button, text } = open();
  act(() => button.focus());
  pass(700);
  button.setAttribute("aria-label", "Pause");
  await act(async () => {});
  expect(text()).toBe("Pause");
});

test("a button that comes to show its name loses its tooltip", async () => {
  const { button, text } = open();
  act(() => button.focus());
  pass(700);
  button.removeAttribute("data-tooltip");
  await act(async () => {});
  expect(text()).toBeNull();
});

test("a button removed before the delay ends shows no tooltip", () => {
  const { text } = open();
  const button = document.body.appendChild(document.createElement("button"));
  button.setAttribute("aria-label", "Gone");
  button.dataset.tooltip = "";
  fireEvent.pointerOver(button, { pointerType: "mouse" });
  button.remove();
  pass(700);
  expect(text()).toBeNull();
});

test("the first button loads the tooltip code, and shows its name without a second hover or focus", async () => {
  vi.useRealTimers();
  const { getByRole } = renderAt(
    "/",
    <>
      <IconButton label="Next content">{"›"}</IconButton>
      <LazyTooltips />
    </>,
  );
  act(() => getByRole("button").focus());
  const shown = () => document.querySelector("[data-tooltip-text]")?.textContent;
  await waitFor(() => expect(shown()).toBe("Next content"));
});

test("pressing the first button with a finger shows no tooltip", async () => {
  const { getByRole } = renderAt(
    "/",
    <>
      <IconButton label="Play">{"›"}</IconButton>
      <LazyTooltips />
    </>,
  );
  const button = getByRole("button");
  // After a touch, browsers hover and focus what was pressed, without a ring.
  vi.spyOn(button, "matches").mockImplementation((selector) => selector.includes(":hover"));
  fireEvent.pointerOver(button, { pointerType: "touch" });
  fireEvent.focusIn(button);
  await act(() => vi.dynamicImportSettled());
  pass(700);
  expect(document.querySelector("[data-tooltip-text]")).toBeNull();
});
