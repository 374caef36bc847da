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
