import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { App } from "./app.tsx";

const slowPage = vi.hoisted(() => {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { code, arrive };
});

vi.mock("../pages/unsubscribe-page.tsx", () => ({
  UnsubscribePage: () => {
    throw new Error("This page is broken");
  },
}));

vi.mock("../pages/wake-up-page.tsx", async () => {
  await slowPage.code;
  return { WakeUpPage: () => <h1>The slow page</h1> };
});

afterEach(() => vi.restoreAllMocks());

const RESET = { name: "Set or reset your password" };
const LOGIN = { name: "Good morning." };

test("a page that crashes says so, and a link to another page still works", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { findByRole, findByText, getByRole } = renderAt(
    "/unsubscribe",
    <>
      <App />
      <Link to="/reset-password">Leave</Link>
    </>,
  );
  await findByText("This page didn't load");
  await findByText(/older than Chrome \d+, Edge \d+, Firefox \d+, or Safari [\d.]+\.$/);
  await userEvent.click(getByRole("link", { name: "Leave" }));
  await findByRole("heading", RESET);
});

test("a page stays on screen while the next page's code loads", async () => {
  const { address, navigate } = renderAt("/reset-password", <App />);
  await screen.findByRole("heading", RESET);
  await navigate("/wake-up");
  expect([window.location.pathname, address()]).toEqual(["/wake-up", "/reset-password"]);
  expect(screen.getByRole("heading", RESET)).toBeDefined();
  expect(screen.queryByText("Loading...")).toBeNull();
  slowPage.arrive();
  await screen.findByRole("heading", { name: "The slow page" });
  expect(address()).toBe("/wake-up");
});

test("a link to the current address adds no history entry, but any other link does", async () => {
  renderAt(
    "/login?paid=1",
    <>
      <Link to="/login?paid=1">Here</Link>
      <Link to="/login">There</Link>
    </>,
  );
  const entries = window.history.length;
  await userEvent.click(screen.getByRole("link", { name: "Here" }));
  expect(window.history.length - entries).toBe(0);
  await userEvent.click(screen.getByRole("link", { name: "There" }));
  expect(window.history.length - entries).toBe(1);
});

test("a new page takes focus and scrolls to the top", async () => {
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  const { findByRole, getByRole } = renderAt("/reset-password", <App />);
  await userEvent.click(await findByRole("link", { name: "Back to login" }));
  await findByRole("heading", LOGIN);
  await waitFor(() => expect(document.activeElement).toBe(getByRole("main")));
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test("going back leaves the scroll position to the browser", async () => {
  const { findByRole, getByRole } = renderAt("/reset-password", <App />);
  await userEvent.click(await findByRole("link", { name: "Back to login" }));
  await findByRole("heading", LOGIN);
  // The navigation is complete: it has scrolled and focused the page.
  await waitFor(() => expect(document.activeElement).toBe(getByRole("main")));
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  (document.activeElement as HTMLElement).blur();
  act(() => window.history.back());
  await findByRole("heading", RESET);
  await waitFor(() => expect(document.activeElement).toBe(getByRole("main")));
  expect(scrollTo).not.toHaveBeenCalled();
});

test("member pages load the player, which survives navigation; other pages don't load it", async () => {
  stubApi({});
  const { findByRole, container, navigate } = renderAt(
    "/reset-password",
    <>
      <App />
      <Link to="/dashboard">In</Link>
    </>,
  );
  await findByRole("heading", RESET);
  expect(container.querySelector("audio")).toBeNull();
  // Without a session, it leads to the login.
  await userEvent.click(await findByRole("link", { name: "In" }));
  await findByRole("heading", LOGIN);
  await waitFor(() => expect(container.querySelector("audio")).not.toBeNull());
  const audio = container.querySelector("audio");
  await navigate("/reset-password");
  await findByRole("heading", RESET);
  expect(container.querySelector("audio")).toBe(audio);
});

test("an unknown address shows the 404 page inside the app, too", async () => {
  const { findByRole } = renderAt("/nowhere", <App />);
  expect((await findByRole("heading", { level: 1 })).textContent).toContain("Page Not Found");
});
