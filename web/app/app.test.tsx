import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { App } from "./app.tsx";

// A net for a busy machine, not a budget.
const PATIENCE = { timeout: 30_000 };

vi.mock("../pages/unsubscribe-page.tsx", () => ({
  UnsubscribePage: () => {
    throw new Error("This page is broken");
  },
}));

afterEach(() => vi.restoreAllMocks());

test("a page that breaks says so and can be left: the next one is shown", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { findByRole, findByText, getByRole } = renderAt(
    "/unsubscribe",
    <>
      <App />
      <Link to="/reset-password">Leave</Link>
    </>,
  );
  await findByText("This page did not load");
  await userEvent.click(getByRole("link", { name: "Leave" }));
  await findByRole("heading", { name: "Set or reset your password" });
});

test("a new page takes the focus to its beginning", async () => {
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  const { findByRole, getByRole } = renderAt("/reset-password", <App />);
  await userEvent.click(await findByRole("link", { name: "Back to login" }));
  await findByRole("heading", { name: "Good morning." });
  await vi.waitFor(() => expect(document.activeElement).toBe(getByRole("main")), PATIENCE);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test("going back leaves the position to the browser", async () => {
  const { findByRole, getByRole } = renderAt("/reset-password", <App />);
  await userEvent.click(await findByRole("link", { name: "Back to login" }));
  await findByRole("heading", { name: "Good morning." });
  // The way there is over: it scrolled, and gave the page the focus.
  await vi.waitFor(() => expect(document.activeElement).toBe(getByRole("main")), PATIENCE);
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  (document.activeElement as HTMLElement).blur();
  act(() => window.history.back());
  await findByRole("heading", { name: "Set or reset your password" });
  await vi.waitFor(() => expect(document.activeElement).toBe(getByRole("main")), PATIENCE);
  expect(scrollTo).not.toHaveBeenCalled();
});

test("the member's pages bring the player, which outlives them; nobody else loads it", async () => {
  stubApi({});
  const { findByRole, container } = renderAt(
    "/reset-password",
    <>
      <App />
      <Link to="/dashboard">In</Link>
    </>,
  );
  const heading = { name: "Set or reset your password" };
  await findByRole("heading", heading);
  expect(container.querySelector("audio")).toBeNull();
  // Without a session it leads on to the login.
  await userEvent.click(await findByRole("link", { name: "In" }));
  await findByRole("heading", { name: "Good morning." });
  await vi.waitFor(() => expect(container.querySelector("audio")).not.toBeNull(), PATIENCE);
  const audio = container.querySelector("audio");
  act(() => navigate("/reset-password"));
  await findByRole("heading", heading);
  expect(container.querySelector("audio")).toBe(audio);
});

test("an address that is no page is a 404, within the app as well", async () => {
  const { findByRole } = renderAt("/nowhere", <App />);
  expect((await findByRole("heading", { level: 1 })).textContent).toContain("Page Not Found");
});
