import { expect, test } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { dayAhead, slotAhead } from "../support/fixtures.ts";
import { expectAccessible } from "./support/axe.ts";
import { inviteMember, signIn } from "./support/members.ts";
import { callApi, linkIn, mailsOf, outboxOf, tickAt } from "./support/stack.ts";

// One after the other, in the order in which the hours come: a tick also catches up on the three hours before it.
test.describe.configure({ mode: "default" });

test("the mail comes when the hour comes, once, and its button opens that day's session", async ({ page, context }) => {
  const member = await inviteMember("wake-up");
  await callApi("/api/user/profile", { method: "PUT", token: member.token, json: { emailTime: "05:00" } });
  const slot = slotAhead(1, 5);
  await tickAt(slot);
  await tickAt(slot);
  const [mail] = await mailsOf(member.email, 2);
  await tickAt(slot + 60_000);
  expect(await outboxOf(member.email)).toHaveLength(2);

  expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(mail?.text).toContain("Good morning, Jo");
  const link = linkIn(mail, contentPath(dayAhead(1)));
  // The member opens it tomorrow: in development the server's clock can be set for that.
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(slot + 60_000) });
  await signIn(page, member);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/Power Session/).first()).toBeVisible();
});

test("the unsubscribe link asks first, stops the mails without a session, and can be taken back", async ({ page }) => {
  const member = await inviteMember("unsubscribe");
  await callApi("/api/user/profile", { method: "PUT", token: member.token, json: { emailTime: "07:00" } });
  await tickAt(slotAhead(1, 7));
  const [mail] = await mailsOf(member.email, 2);
  const isOn = async () => {
    const profile = await callApi("/api/user/profile", { token: member.token });
    return (await profile.json()).emailEnabled;
  };

  await page.goto(linkIn(mail, "/unsubscribe"));
  await expect(page.getByRole("button", { name: "Stop my wake-up mails" })).toBeVisible();
  await expectAccessible(page);
  expect(await isOn()).toBe(true);
  await page.getByRole("button", { name: "Stop my wake-up mails" }).click();
  await expect(page.getByRole("heading", { name: "Your morning mails are stopped" })).toBeVisible();
  expect(await isOn()).toBe(false);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("heading", { name: "Your morning mails are on again" })).toBeVisible();
  expect(await isOn()).toBe(true);

  const target = mail?.headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
  const oneClick = await fetch(target, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
    body: "List-Unsubscribe=One-Click",
    redirect: "error",
  });
  expect(oneClick.status).toBe(200);
  expect(await isOn()).toBe(false);

  const forged = new URL(target);
  forged.searchParams.set("key", "A".repeat(43));
  expect((await fetch(forged, { method: "POST" })).status).toBe(400);
  await page.goto(forged.pathname + forged.search);
  await page.getByRole("button", { name: "Stop my wake-up mails" }).click();
  await expect(page.getByText(/link/i).first()).toBeVisible();
});

test("ticks ahead of time, tomorrow's and one forty days on, leave the next morning as it is", async () => {
  const member = await inviteMember("ahead");
  await callApi("/api/user/profile", { method: "PUT", token: member.token, json: { emailTime: "09:00" } });
  await tickAt(slotAhead(40, 9));
  await tickAt(slotAhead(1, 5));
  expect(await outboxOf(member.email)).toHaveLength(1);
  await tickAt(slotAhead(1, 9));
  await mailsOf(member.email, 2);
});
