import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { MEMBER_FILE } from "#test/answers/member-file.ts";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberAccount } from "./member-account.tsx";

const SESSION = { id: "s1", createdAt: "2026-11-20T12:00:00.000Z", lastUsedAt: "2026-11-21T12:00:00.000Z" };

test("rare actions are in the menu and ask first, and Log out everywhere requires a login session", async () => {
  startServer({});
  const sessions = [{ ...SESSION, userAgent: null }];
  const { unmount } = await renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, sessions }} />);
  const user = userEvent.setup();
  const menu = screen.getByRole("button", { name: "More actions" });
  for (const name of ["Send password link", "Change email", "Log out everywhere"]) {
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name }));
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(menu));
  }
  unmount();
  await renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, sessions: [] }} />);
  await user.click(screen.getByRole("button", { name: "More actions" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Send password link",
    "Change email",
  ]);
});

test("logging a member out asks which podcast apps are kept, by default none", async () => {
  const server = startServer({ "POST /api/admin/members/ana/sign-out": () => Response.json({ message: "Done" }) });
  const feeds = ["car", "desk"].map((id) => ({ id, name: `Ana's ${id}` }));
  await renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, feeds }} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Log out everywhere" }));
  const ticks = await screen.findAllByRole<HTMLInputElement>("checkbox", { name: /^Keep Ana's (?:car|desk)$/ });
  expect(ticks.map(({ checked }) => checked)).toEqual([false, false]);
  await user.click(screen.getByRole("checkbox", { name: "Keep Ana's car" }));
  await user.click(screen.getByRole("button", { name: "Log out everywhere" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toContain(
    "/api/admin/members/ana/sign-out?keepFeeds=car",
  );
});
