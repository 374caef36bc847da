import { expect } from "@playwright/test";
import { BRAND } from "../../domain/brand.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember } from "./support/members.ts";
import { mailTo, writeIn } from "./support/stack.ts";

test("a question is answered from the inbox, and the reply to the answer waits there again", async ({ page }) => {
  const { email } = await inviteMember("asks");
  const topic = `My hour ${crypto.randomUUID().slice(0, 8)}`;
  await writeIn({ from: email, to: BRAND.supportEmail, subject: topic, text: "How do I change it?" });
  await openAdmin(page, "inbox");
  await page.getByLabel("Search by sender or subject").fill(topic);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Reply is due in 47 hours/)).toBeVisible();
  await page.getByRole("button", { name: `Answer: ${topic}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("How do I change it?")).toBeVisible();
  await dialog.getByLabel("Your answer").fill("In My Account.\nAny hour works.");
  await expectFits(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send answer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `Reopen: ${topic}` })).toBeVisible();
  const answer = await mailTo(email, new RegExp(`^Re: ${topic}$`));
  expect(answer.text).toContain("> How do I change it?");
  expect(answer.from).toContain(`${BRAND.name} Support <`);

  const [replyTo = ""] = answer.replyTo;
  await writeIn({ from: email, to: replyTo, subject: answer.subject, text: "It worked. One more thing?" });
  await page.reload();
  await openAdmin(page, "inbox");
  await page.getByLabel("Search by sender or subject").fill(topic);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Answer: Re: ${topic}` })).toBeVisible();
  await expect(page.getByRole("button", { name: `Answer: ${topic}` })).toHaveCount(0);
});
