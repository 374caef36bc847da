import { expect, test } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { dayAhead, slotAhead } from "../support/fixtures.ts";
import { expectAccessible } from "./support/axe.ts";
import { readLibrary } from "./support/library.ts";
import { inviteMember, keepSignedIn, type TestMember } from "./support/members.ts";
import { callApi, linkIn, mailsTo, mailTo, SUBJECTS, tickAt } from "./support/stack.ts";

// In one browser, since a tick also takes up the slots of the three hours before it.
test.describe.configure({ mode: "default" });

async function inviteFor(emailTime: string): Promise<TestMember> {
  const member = await inviteMember("wake-up");
  const saved = await callApi("/api/user/profile", { method: "PUT", token: member.token, json: { emailTime } });
  expect(saved.status).toBe(200);
  return member;
}

const wakeUpsOf = ({ email }: TestMember) => mailsTo(email, SUBJECTS.wakeUp);
const wakeUpOf = ({ email }: TestMember) => mailTo(email, SUBJECTS.wakeUp);

test("the mail comes at the hour, once, and its button opens that day's content item", async ({ page, context }) => {
  const member = await inviteFor("05:00");
  const slotAt = slotAhead(1, 5);
  await tickAt(slotAt);
  await tickAt(slotAt);
  const mail = await wakeUpOf(member);
  // Whoever joins meanwhile still gets theirs from a later tick, which proves that it passed over those who have it.
  const latecomer = await inviteFor("05:00");
  await tickAt(slotAt + 60_000);
  await wakeUpOf(latecomer);
  expect(await wakeUpsOf(member)).toHaveLength(1);

  expect(mail.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(mail.text).toContain("Good morning, Jo");
  const item = (await readLibrary()).find(({ date }) => date === dayAhead(1));
  expect(mail.subject).toContain(item?.title);
  // The member opens it tomorrow: in development the server's clock can be set for that.
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(slotAt + 60_000) });
  await keepSignedIn(page, member);
  await page.goto(linkIn(mail, contentPath(dayAhead(1))));
  await expect(page.getByRole("heading", { level: 1, name: item?.title ?? "no item" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Power Session$/ }).first()).toBeVisible();
});

test("the unsubscribe link asks first, stops the mails without a session, and can be taken back", async ({ page }) => {
  const member = await inviteFor("07:00");
  await tickAt(slotAhead(1, 7));
  const mail = await wakeUpOf(member);
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

  const target = /<(http[^>]+)>/.exec(mail.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
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
  await expect(page.getByRole("heading", { name: "This unsubscribe link does not work" })).toBeVisible();
});

test("ticks ahead of time, tomorrow's and one forty days on, leave the next morning as it is", async () => {
  const member = await inviteFor("09:00");
  const earlier = await inviteFor("05:00");
  await tickAt(slotAhead(40, 9));
  await tickAt(slotAhead(1, 5));
  await wakeUpOf(earlier);
  expect(await wakeUpsOf(member)).toEqual([]);
  await tickAt(slotAhead(1, 9));
  const mail = await wakeUpOf(member);
  linkIn(mail, contentPath(dayAhead(1)));
  expect(await wakeUpsOf(member)).toHaveLength(1);
});
