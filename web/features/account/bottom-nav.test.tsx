import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { readAuthToken, storeAuthToken } from "../../lib/auth-token.ts";
import { BottomNav } from "./member-nav.tsx";

test("the bottom bar marks the current page and links to the others", async () => {
  const { address } = renderAt("/dashboard", <BottomNav />);
  const current = () => screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(current().map((link) => link.textContent)).toEqual(["Dashboard"]);
  await userEvent.click(screen.getByRole("link", { name: "Library" }));
  expect(address()).toBe("/library");
  expect(current().map((link) => link.textContent)).toEqual(["Library"]);
  await userEvent.click(screen.getByRole("link", { name: "My Account" }));
  expect(address()).toBe("/profile");
  expect(current().map((link) => link.textContent)).toEqual(["My Account"]);
});

test("More opens a sheet that closes with its links and stays closed on Back, and Logout clears the member", async () => {
  storeAuthToken("t-1");
  stubApi({ "POST /api/auth/logout": () => Response.json({ ok: true }) });
  const { address } = renderAt("/dashboard", <BottomNav />);
  const open = async () => {
    await userEvent.click(screen.getByRole("button", { name: "More", hidden: true }));
    return within(await screen.findByRole("dialog", { name: "More" }));
  };
  await userEvent.click((await open()).getByRole("link", { name: "Admin" }));
  expect(address()).toBe("/admin");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(() => window.history.back());
  await waitFor(() => expect(address()).toBe("/dashboard"));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click((await open()).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(readAuthToken()).toBeNull());
});
