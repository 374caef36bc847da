import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { asPhone } from "#test/web/viewport.ts";
import { ActionBar, Dock, MiniPlayerPlace } from "./dock.tsx";

afterEach(cleanup);

function Screen({ isPlaying = false }) {
  return (
    <>
      <main>
        <ActionBar label="Selected session">
          <button type="button">Experience</button>
        </ActionBar>
      </main>
      {isPlaying && (
        <MiniPlayerPlace>
          <p>Playing</p>
        </MiniPlayerPlace>
      )}
      <Dock>
        <nav>Bottom</nav>
      </Dock>
    </>
  );
}

const isBelow = (lower: Node, upper: Node) =>
  (upper.compareDocumentPosition(lower) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
const inPage = () => within(screen.getByRole("main")).queryByRole("button");

test("a page's action bar is in the page on wide screens", () => {
  render(<Screen />);
  expect(inPage()).not.toBeNull();
});

test("on phones the action bar is in the dock, above the navigation", () => {
  asPhone();
  render(<Screen />);
  const bar = screen.getByRole("region", { name: "Selected session" });
  expect(within(bar).getByRole("button", { name: "Experience" })).toBeTruthy();
  expect(inPage()).toBeNull();
  expect(isBelow(screen.getByRole("navigation"), bar)).toBe(true);
});

test("on phones the mini-player is in the action bar's row, so that the action stays in reach", () => {
  asPhone();
  render(<Screen isPlaying />);
  expect(inPage()).toBeNull();
  const row = screen.getByText("Playing").parentElement?.parentElement;
  expect(within(row as HTMLElement).getByRole("button", { name: "Experience" })).toBeTruthy();
  expect(isBelow(screen.getByText("Bottom"), screen.getByText("Playing"))).toBe(true);
});

test("without a dock, the action bar stays in its page", () => {
  asPhone();
  render(<ActionBar label="Selected session">Experience</ActionBar>);
  expect(screen.getByText("Experience")).toBeTruthy();
});
