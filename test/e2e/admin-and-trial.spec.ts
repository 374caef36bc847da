import { expect } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { dayAhead, uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember, keepSignedIn, PASSWORD } from "./support/members.ts";
import { callApi, linkIn, mailTo, SUBJECTS } from "./support/stack.ts";
import { standInForVimeo } from "./support/vimeo.ts";

test("the admin area asks for the password and shows the counters", async ({ page }) => {
  await page.goto("/admin");
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Invalid admin password")).toBeVisible();
  // The page's own response.
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/api/admin/stats") && response.status() === 200,
  );
  await openAdmin(page);
  const stats = await (await answered).json();
  expect(stats).toMatchObject({
    totalUsers: expect.any(Number),
    activeSubscribers: expect.any(Number),
    contentStats: { publishedDays: expect.any(Number) },
  });
  for (const counter of ["Total Users", "Active Subscribers", "Published Content"]) {
    await expect(page.getByRole("main").locator("dl > div", { hasText: counter }).getByRole("definition")).toHaveText(
      /^\d/,
    );
  }
  const users = page.getByRole("table", { name: "Recent Users" });
  await expect(users.getByRole("cell", { name: stats.recentUsers[0].email })).toBeVisible();
  await expectAccessible(page);
});

test("an administrator creates an item, finds it by date, and edits it, and a member sees it as typed", async ({
  page,
}) => {
  const date = dayAhead(-60 - Math.floor(Math.random() * 200));
  await openAdmin(page);
  await page.getByRole("tab", { name: "Content" }).click();
  await page.getByRole("button", { name: "List", exact: true }).click();
  const create = page.getByRole("region", { name: "Create New Content" });
  // By key: what loads above moves the button, and a mouse would be released beside it.
  await create.getByRole("button", { name: "Create session" }).press("Enter");
  await expect(create.getByText("Date is required")).toBeVisible();
  await expect(create.getByText("Title is required")).toBeVisible();
  await create.getByLabel("Date").fill(date);
  await create.getByLabel("Title").fill("A brand new morning");
  await create.getByLabel("Video URL").fill("https://vimeo.com/76979871");
  await create.getByRole("button", { name: "Create session" }).click();
  await expect(page.getByText("Content Created", { exact: true })).toBeVisible();

  const edit = page.getByRole("region", { name: "Edit Content for Date" });
  await edit.getByLabel("Date").fill(date);
  await expect(edit.getByLabel("Title")).toHaveValue("A brand new morning");
  await edit.getByLabel("Title").fill("A morning, edited");
  await edit.getByLabel("Status").selectOption("published");
  // It has no description.
  await edit.getByRole("button", { name: "Publish anyway" }).click();
  await expect(edit.getByText("Saved")).toBeVisible();
  await expect
    .poll(async () => (await callApi(`/api/content/date/${date}`, { admin: true })).json())
    .toMatchObject({
      title: "A morning, edited",
      status: "published",
      vimeoEmbedCode: expect.stringContaining("76979871"),
    });

  await standInForVimeo(page);
  await keepSignedIn(page, await inviteMember());
  await page.goto(contentPath(date));
  await expect(page.getByRole("heading", { level: 1, name: "A morning, edited" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Play video" })).toBeVisible();
});

test("a granted trial's emailed link sets a password, logs the member in, and works once", async ({ page }) => {
  const email = uniqueEmail("trial");
  await openAdmin(page);
  await page.getByRole("tab", { name: "Free Trials" }).click();
  const invite = page.getByRole("button", { name: "Send Trial Invite" });
  await expect(invite).toBeDisabled();
  await expect(invite).toHaveCSS("background-image", "none");
  await page.getByLabel("Name").fill("Tess Trial");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Trial Duration").selectOption("3");
  await page.getByRole("button", { name: "Send Trial Invite" }).click();
  await expect(page.getByText(/Free trial created/)).toBeVisible();
  await expect(page.getByRole("listitem").getByText(email)).toBeVisible();

  const mail = await mailTo(email, SUBJECTS.trial);
  expect(mail.text).toContain("3 months");
  const link = linkIn(mail, "/setup-password");
  await page.goto(link);
  await page.getByRole("radio", { name: "9 AM" }).check();
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("textbox", { name: "Confirm password" }).fill("different");
  await page.getByRole("button", { name: "Set password and start" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Confirm password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and start" }).click();
  await expect(page.getByRole("heading", { name: "Daily Motivational Command Center" })).toBeVisible();
  await expect(page.getByText(/^Next wake-up .+ at 9:00 AM( Central)?$/)).toBeVisible();

  const token = new URL(link).searchParams.get("token");
  const again = await callApi("/api/auth/setup-password", { json: { token, email, password: "another-one" } });
  expect(again.status).toBe(410);
  expect((await again.json()).error).toContain("already been used");
});
