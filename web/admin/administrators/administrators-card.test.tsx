import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Administrator, AdministratorList } from "#domain/contract/administrators.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { createQueryClient } from "../../lib/query-client.ts";
import { AdministratorsCard } from "./administrators-card.tsx";

const LIST = "/api/admin/administrators";
const KEY = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01";
const ADA: Administrator = {
  id: "0b0e7a0c-95b5-4b1a-a5c8-8f4ad9d5a111",
  name: "Ada",
  email: "ada@office.test",
  role: "editor",
  hasCode: false,
  lastLoginAt: null,
  createdAt: "2026-11-01T12:00:00.000Z",
};
const listOf = (own: Partial<AdministratorList>) => () =>
  Response.json({ ownerLastLoginAt: null, needsCodes: false, isReported: true, administrators: [ADA], ...own });

test("adding a person shows their key once, and a failed try keeps what was typed", async () => {
  let answer = () => failure(503, "Try again in a minute.", "unavailable");
  const server = startServer({ [`GET ${LIST}`]: listOf({ administrators: [] }), [`POST ${LIST}`]: () => answer() });
  await renderAsAdmin(<AdministratorsCard />);
  const user = userEvent.setup();
  await screen.findByText(/^No one else yet\./);
  await user.click(screen.getByRole("button", { name: "Add administrator" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add administrator" }));
  await user.type(dialog.getByLabelText("Name"), "Ada");
  await user.type(dialog.getByLabelText("Email"), "ada@office.test");
  await user.click(dialog.getByRole("button", { name: "Add and show key" }));
  await dialog.findByRole("alert");
  answer = () => Response.json({ key: KEY });
  await user.click(dialog.getByRole("button", { name: "Add and show key" }));
  const shown = within(await screen.findByRole("dialog", { name: "Ada's key" }));
  expect(shown.getByText(KEY)).toBeTruthy();
  const [first, second] = server.sentTo(`POST ${LIST}`);
  expect(first).toMatchObject({ name: "Ada", email: "ada@office.test", role: "editor" });
  expect(second).toEqual(first);
  await user.click(shown.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(KEY)).toBeNull();
});

test("with a second factor, a person without a code is marked and gets one with a QR code", async () => {
  startServer({
    [`GET ${LIST}`]: listOf({ needsCodes: true }),
    [`POST ${LIST}/${ADA.id}/code`]: () =>
      Response.json({ secret: "JBSWY3DP", uri: "otpauth://totp/x?secret=JBSWY3DP" }),
  });
  await renderAsAdmin(<AdministratorsCard />);
  const user = userEvent.setup();
  await screen.findByText("No code yet");
  await user.click(screen.getByRole("button", { name: "New code for Ada" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Show code" }));
  const shown = within(await screen.findByRole("dialog", { name: "Ada's code" }));
  expect(shown.getByRole("img", { name: "QR code of Ada's code" })).toBeTruthy();
  expect(shown.getByText("JBSWY3DP")).toBeTruthy();
});

test("with a second factor, someone new's code is beside their key, and neither stays in memory", async () => {
  const code = { secret: "JBSWY3DP", uri: "otpauth://totp/x?secret=JBSWY3DP" };
  startServer({
    [`GET ${LIST}`]: listOf({ needsCodes: true, administrators: [] }),
    [`POST ${LIST}`]: () => Response.json({ key: KEY, code }),
  });
  const client = createQueryClient();
  await renderAsAdmin(<AdministratorsCard />, "/admin", client);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Add administrator" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add administrator" }));
  await user.type(dialog.getByLabelText("Name"), "Ada");
  await user.type(dialog.getByLabelText("Email"), "ada@office.test");
  await user.click(dialog.getByRole("button", { name: "Add and show key" }));
  const shown = within(await screen.findByRole("dialog", { name: "Ada's key and code" }));
  expect(shown.getByText(KEY)).toBeTruthy();
  expect(shown.getByRole("img", { name: "QR code of Ada's code" })).toBeTruthy();
  expect(shown.getByText("JBSWY3DP")).toBeTruthy();
  const kept = () => JSON.stringify(client.getMutationCache().getAll());
  await user.click(shown.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(kept()).not.toContain(KEY));
});

test("the page says when no one hears about new keys", async () => {
  startServer({ [`GET ${LIST}`]: listOf({ isReported: false }) });
  await renderAsAdmin(<AdministratorsCard />);
  await screen.findByText(/OPERATOR_EMAIL isn't set/);
});
