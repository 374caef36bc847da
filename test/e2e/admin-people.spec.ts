import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { uniqueEmail } from "../support/fixtures.ts";
import { openAdmin, openMemberFile } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember, inviteMemberWithPassword, logIn } from "./support/members.ts";
import { callApi, linkIn, mailTo } from "./support/stack.ts";

const CONFIRM = /^Confirm your new email/;
const CHANGED = /^Your .+ account's email was changed$/;

/** A trial that ends after other journeys' trials, so that it's at the top of the list. */
async function grantLongTrial(name: string): Promise<string> {
  const email = uniqueEmail("trialist");
  const granted = await callApi("/api/admin/create-trial", { admin: true, json: { name, email, trialMonths: 12 } });
  expect(granted.status).toBe(200);
  return email;
}

async function findMember(page: Page, email: string) {
  await openAdmin(page, "members");
  await page.getByLabel("Search by email or name").fill(email);
  await expect(page).toHaveURL(/[?&]q=/);
  return page.getByRole("link", { name: email });
}

test("the CSV export has exactly the members found, and no name can act as a spreadsheet formula", {
  tag: "@deep",
}, async ({ page }) => {
  const email = await grantLongTrial('=HYPERLINK("https://evil.test") "Bo, Jr."');
  await expect(await findMember(page, email)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("members.csv");
  await expect(page.getByText("Saved members.csv.")).toBeVisible();
  const text = await readFile(await file.path(), "utf8");
  const data: Record<string, string>[] = parse(text, { bom: true, columns: true, skip_empty_lines: true });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ email, type: "trial", status: "Trial" });
  const names = [data[0]?.["first name"], data[0]?.["last name"]].join(" ");
  expect(names).toContain("HYPERLINK");
  expect(data[0]?.["first name"]).toMatch(/^'=/);
});

test("a confirmed new email replaces a wrong one, notifies the old address, and logs the member out", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const { email, token } = await inviteMemberWithPassword("mistyped");
  const right = uniqueEmail("right");
  await openAdmin(page, "members");
  await page.getByLabel("Search by email or name").fill(email);
  // Right away: the pending search must not close the member again.
  await page.getByRole("link", { name: email }).press("Enter");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send link" }).click();
  await expect(dialog.getByLabel("New email")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("New email").fill(right);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`A link is on its way to ${right}.`).first()).toBeVisible();
  await expect(page.getByText(`${right}, not confirmed yet`)).toBeVisible();
  expect((await callApi("/api/user/profile", { token })).status).toBe(200);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(linkIn(await mailTo(right, CONFIRM), "/confirm-address"));
  await expectAccessible(phone);
  expect((await callApi("/api/user/profile", { token })).status).toBe(200);
  await phone.getByRole("button", { name: "Confirm email" }).click();
  await expect(phone.getByText(`Your email is now ${right}.`)).toBeVisible();
  expect((await callApi("/api/user/profile", { token })).status).toBe(401);
  const mail = await mailTo(email, CHANGED);
  expect(mail.text).not.toContain(right);

  await phone.getByRole("link", { name: "Login" }).click();
  await logIn(phone, right);
  await expect(phone.getByRole("heading", { name: "Daily Motivational Command Center" })).toBeVisible();
  await context.close();
  await expect(await findMember(page, right)).toBeVisible();
});

test("leaving an unsaved note by a tab, a link, Back, or a reload asks for confirmation first", {
  tag: "@deep",
}, async ({ page }) => {
  const { email } = await inviteMember("leaving");
  await openMemberFile(page, email);
  const member = page.url();
  const note = page.getByLabel("New note");
  await note.fill("Called on Tuesday");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = async () => {
    await expect(question.getByText("Note", { exact: true })).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(note).toHaveValue("Called on Tuesday");
    expect(page.url()).toBe(member);
  };
  await page.getByRole("tab", { name: "Overview" }).click();
  await expectAccessible(page);
  await stay();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await stay();
  // Playwright would wait for the page that Back doesn't reach yet.
  const goBack = () => page.evaluate(() => window.history.back());
  await goBack();
  await stay();
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  // The reload that is dismissed never ends.
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]member=/);
  await page.goto(member);
  expect(asked).toEqual(["beforeunload"]);
});
