import { act, fireEvent } from "@testing-library/react";
import { createStore, Provider } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { Toaster } from "./toaster.tsx";
import { toastAtom, useToast } from "./use-toast.ts";

type Toast = Parameters<ReturnType<typeof useToast>>[0];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

let showToast: (toast: Toast) => void = () => {};
function Shower() {
  showToast = useToast();
  return null;
}

/** The toaster, and a function that shows toasts in it. */
function openToaster() {
  const store = createStore();
  const screen = renderAt(
    "/",
    <Provider store={store}>
      <Shower />
      <p data-confirmed="">Next wake-up</p>
      <Toaster />
    </Provider>,
  );
  const titles = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
  return { titles, screen, current: () => store.get(toastAtom), show: (toast: Toast) => act(() => showToast(toast)) };
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.for(["success", "info"] as const)(
  "a %s toast shows for 5000 ms, and is dropped 1,000,000 ms later",
  async (tone) => {
    const { current, show, titles } = openToaster();
    show({ title: "Profile Updated", tone });
    await after(4_999);
    expect(titles()).toEqual(["Profile Updated"]);
    await after(1);
    expect(titles()).toEqual([]);
    await after(999_999);
    expect(current()).not.toBeNull();
    await after(1);
    expect(current()).toBeNull();
  },
);

test("an error toast stays until it's dismissed", async () => {
  const { screen, show, titles } = openToaster();
  show({ title: "Update Failed", tone: "error" });
  await after(3_600_000);
  expect(titles()).toEqual(["Update Failed"]);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(titles()).toEqual([]);
});

test("a new toast replaces the previous one, and gets the full time", async () => {
  const { show, titles } = openToaster();
  show({ title: "First" });
  await after(4_000);
  show({ title: "Second" });
  expect(titles()).toEqual(["Second"]);
  await after(4_999);
  expect(titles()).toEqual(["Second"]);
  await after(1);
  expect(titles()).toEqual([]);
});

test.for([
  [51, "away"],
  [49, "back to its place"],
  [-51, "nowhere"],
] as const)("a toast swiped %i px to the right moves %s", async ([distance, where]) => {
  const { screen, show, titles } = openToaster();
  show({ title: "Swiped", tone: "error" });
  const toast = screen.getByRole("listitem");
  Object.assign(toast, { setPointerCapture: () => {}, hasPointerCapture: () => true, releasePointerCapture: () => {} });
  const at = (clientX: number) => ({ pointerId: 1, pointerType: "touch", button: 0, clientX, clientY: 0 });
  fireEvent.pointerDown(toast, at(100));
  // A first step: a movement smaller than a finger's tremor isn't a swipe.
  fireEvent.pointerMove(toast, at(100 + distance / 2));
  fireEvent.pointerMove(toast, at(100 + distance));
  fireEvent.pointerUp(toast, at(100 + distance));
  await after(0);
  expect(titles()).toEqual(where === "away" ? [] : ["Swiped"]);
});

test.for([
  ["under the toast", { top: 500, bottom: 540 }, [[0, 52]]],
  ["under the dock below it", { top: 590, bottom: 620 }, [[0, 132]]],
  ["above the toast", { top: 400, bottom: 500 }, []],
  ["beside the toast", { top: 500, bottom: 540, right: 200 }, []],
  ["below the window", { top: 700, bottom: 740 }, []],
] as const)("a line %s isn't left covered by the toast that confirms it", async ([, line, scrolls]) => {
  vi.stubGlobal("innerHeight", 660);
  const scrollBy = vi.spyOn(window, "scrollBy").mockReturnValue(undefined);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const box = "confirmed" in this.dataset ? line : { top: 500, bottom: 580, left: 250 };
    return { left: 0, right: 390, ...box } as DOMRect;
  });
  const { show } = openToaster();
  show({ title: "Profile Updated", tone: "success" });
  await after(20);
  expect(scrollBy.mock.calls).toEqual(scrolls);
  vi.restoreAllMocks();
});
