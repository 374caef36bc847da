import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage } from "#test/web/admin.tsx";
import { bind } from "./controls.tsx";
import { LeaveQuestion } from "./lose-question.tsx";
import { useUnsaved } from "./unsaved.ts";

afterEach(() => void vi.restoreAllMocks());

function Form() {
  const [text, setText] = useState("");
  useUnsaved("Note", text !== "");
  return <input aria-label="Text" {...bind(text, setText)} />;
}

function Page() {
  const { pathname, search } = useLocation();
  const isOpen = new URLSearchParams(search).get("tab") === "one";
  return (
    <>
      {isOpen && <Form />}
      <Link to="?tab=two">Away</Link>
      <Link to="?tab=one&day=2027-05-04">Within</Link>
      <output>{pathname + search}</output>
      <LeaveQuestion />
    </>
  );
}

/** The Navigation API over this window's history, as far as the question needs it: here, every navigation can be stopped. */
function stubNavigation() {
  const target = new EventTarget();
  vi.stubGlobal("navigation", target);
  for (const [name, navigationType] of [
    ["pushState", "push"],
    ["replaceState", "replace"],
  ] as const) {
    const change = window.history[name].bind(window.history);
    vi.spyOn(window.history, name).mockImplementation((state, unused, url) => {
      const destination = { url: new URL(String(url), window.location.href).href, sameDocument: true };
      const event = Object.assign(new Event("navigate", { cancelable: true }), { destination, navigationType });
      if (target.dispatchEvent(event)) change(state, unused, url);
    });
  }
}

async function openForm() {
  renderPage(<Page />, "/admin?tab=one");
  stubNavigation();
  return userEvent.setup();
}

const isAskedAtReload = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("following a link away from a form with text asks first: Cancel keeps the text, Leave follows it", async () => {
  stubNavigation();
  renderPage(<Page />, "/admin?tab=one");
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Text"), "Called");
  await user.click(screen.getByRole("link", { name: "Within" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("link", { name: "Away" }));
  const question = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  expect(question.getByText("Note")).toBeTruthy();
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Text")).toHaveProperty("value", "Called");
  await user.click(screen.getByRole("link", { name: "Away" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.getByText("/admin?tab=two")).toBeTruthy());
  expect(screen.queryByLabelText("Text")).toBeNull();
});

test("an empty form can be left without a confirmation", async () => {
  const user = await openForm();
  await user.click(screen.getByRole("link", { name: "Away" }));
  await waitFor(() => expect(screen.getByText("/admin?tab=two")).toBeTruthy());
});

test("a reload asks first while a form has text, but not once it's empty or gone", async () => {
  const user = await openForm();
  expect(isAskedAtReload()).toBe(false);
  await user.type(screen.getByLabelText("Text"), "x");
  expect(isAskedAtReload()).toBe(true);
  await user.clear(screen.getByLabelText("Text"));
  expect(isAskedAtReload()).toBe(false);
});
