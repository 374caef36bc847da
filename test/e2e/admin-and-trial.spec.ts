import { expect } from "@playwright/test";
import { dayAhead, uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { PASSWORD } from "./support/members.ts";
import { callApi, linkIn, mailTo, SUBJECTS } from "./support/stack.ts";

test("the admin area asks for the password and shows the counters", async ({ page }) => {
  await page.goto("/admin");
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Invalid admin password")).toBeVisible();
  // What the page was told: somebody newer may join before the same is asked for again.
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

test("the admin creates a content item, finds it by its date, edits it, and it is saved as typed", async ({ page }) => {
  const date = dayAhead(60 + Math.floor(Math.random() * 300));
  await openAdmin(page);
  await page.getByRole("tab", { name: "Content" }).click();
  const create = page.getByRole("region", { name: "Create New Content" });
  await create.getByRole("button", { name: "Create Content" }).click();
  await expect(create.getByText("Date is required")).toBeVisible();
  await expect(create.getByText("Title is required")).toBeVisible();
  await create.getByLabel("Date").fill(date);
  await create.getByLabel("Title").fill("A brand new morning");
  await create.getByLabel("Video URL").fill("https://vimeo.com/76979871");
  await create.getByRole("button", { name: "Create Content" }).click();
  await expect(page.getByText("Content Created", { exact: true })).toBeVisible();

  const edit = page.getByRole("region", { name: "Edit Content for Date" });
  await edit.getByLabel("Date").fill(date);
  await expect(edit.getByLabel("Title")).toHaveValue("A brand new morning");
  await edit.getByLabel("Title").fill("A morning, edited");
  await edit.getByLabel("Status").selectOption("scheduled");
  // It has no description.
  await edit.getByRole("button", { name: "Publish all the same" }).click();
  await expect(edit.getByText("Saved")).toBeVisible();
  await expect
    .poll(async () => (await callApi(`/api/content/date/${date}`, { admin: true })).json())
    .toMatchObject({
      title: "A morning, edited",
      status: "scheduled",
      vimeoEmbedCode: expect.stringContaining("76979871"),
    });
});

test("a granted trial: mail, set-up page, signed in; the link works once", async ({ page }) => {
  const email = uniqueEmail("trial");
  await openAdmin(page);
  await page.getByRole("tab", { name: "Free Trials" }).click();
  await expect(page.getByRole("button", { name: "Send Trial Invite" })).toBeDisabled();
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
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("textbox", { name: "Confirm password" }).fill("different");
  await page.getByRole("button", { name: "Set password and start" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Confirm password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and start" }).click();
  await expect(page.getByRole("heading", { name: "Daily Motivational Command Center" })).toBeVisible();

  const token = new URL(link).searchParams.get("token");
  const again = await callApi("/api/auth/setup-password", { json: { token, email, password: "another-one" } });
  expect(again.status).toBe(410);
  expect((await again.json()).error).toContain("already been used");
});

test("the admin area fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAdmin(page);
  for (const [tab, sign] of [
    ["Overview", "Recent Users"],
    ["Content", "Edit Content for Date"],
    ["Free Trials", "Manage Trial Users"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel", { name: tab }).getByRole("heading", { name: sign })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
