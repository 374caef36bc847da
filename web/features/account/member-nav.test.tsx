import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { MemberNav } from "./member-nav.tsx";

async function openNav(hasEarlyAccess: boolean) {
  storeAuthToken("t-1");
  const user = sessionUser({ hasEarlyAccess });
  stubApi({ "GET /api/auth/verify": () => Response.json({ user }) });
  const screen = renderAt("/dashboard", <MemberNav />);
  await expect.poll(() => screen.queryClient.isFetching()).toBe(0);
  return screen;
}

test("an annual member's header has the VIP mark, read aloud as VIP member", async () => {
  const { findByText } = await openNav(true);
  expect((await findByText("VIP")).textContent).toBe("VIP member");
});

test("other members' headers have no VIP mark", async () => {
  const { queryByText } = await openNav(false);
  expect(queryByText("VIP")).toBeNull();
});

test("the header has the same links on each page, and marks the current one", async () => {
  const { getAllByRole } = await openNav(false);
  const links = getAllByRole("link").map((link) => [
    link.textContent,
    link.getAttribute("href"),
    link.getAttribute("aria-current"),
  ]);
  expect(links).toEqual([
    ["Dashboard", "/dashboard", "page"],
    ["Library", "/library", null],
    ["My Account", "/profile", null],
    ["Admin", "/admin", null],
  ]);
});

test("More in the header opens one menu of help and legal texts", async () => {
  await openNav(false);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  const menu = within(await screen.findByRole("dialog", { name: "More" }));
  const links = menu.getAllByRole("link", { hidden: true }).map((link) => link.getAttribute("href"));
  expect(links.slice(0, -1)).toEqual([
    "mailto:support@daybolt.test",
    "/subscription-terms",
    "/member-agreement",
    "/refund-requests",
    "/privacy-settings",
  ]);
});
