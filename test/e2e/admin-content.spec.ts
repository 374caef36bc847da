import { expect, type Page, test } from "@playwright/test";
import type { ContentItem, CreateContentRequest } from "../../domain/contract/content.ts";
import { contentPath } from "../../domain/paths.ts";
import { addDays } from "../../domain/rules/calendar-days.ts";
import { dayAhead } from "../support/fixtures.ts";
import { logInAsAdmin, openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { readLibrary } from "./support/library.ts";
import { inviteMember, signIn } from "./support/members.ts";
import { callApi } from "./support/stack.ts";

/** An item on a day that no other journey uses. */
async function createItem(fields: Partial<CreateContentRequest> = {}): Promise<ContentItem> {
  const date = dayAhead(500 + Math.floor(Math.random() * 9000));
  const response = await callApi("/api/content", { admin: true, json: { date, title: `Day ${date}`, ...fields } });
  expect(response.status).toBe(201);
  return response.json();
}

async function readItem(id: string): Promise<ContentItem> {
  return (await callApi(`/api/content/${id}`, { admin: true })).json();
}

const editorOf = (page: Page) => page.getByRole("region", { name: "Edit Content for Date" });

async function edit(page: Page, { date, title }: ContentItem): Promise<void> {
  await page.getByRole("button", { name: `Edit content of ${date}` }).click();
  await expect(editorOf(page).getByLabel("Title")).toHaveValue(title);
}

test("a long unbroken title leaves the library as wide as the screen, from a small phone to a desk", async ({
  page,
}) => {
  const { date, title } = await createItem({ title: "Unbroken".repeat(15) });
  await openAdmin(page, "content");
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const row = page.getByRole("row").filter({ hasText: title });
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole("link", { name: `View Content of ${date}` })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    const box = await page.getByRole("table", { name: "Content Library" }).evaluate((table) => ({
      needs: table.parentElement?.scrollWidth,
      has: table.parentElement?.clientWidth,
    }));
    expect(box.needs).toBe(box.has);
  }
});

test("a date typed digit by digit opens when it is whole", async ({ page }) => {
  const item = await createItem();
  const [year = "", month = "", day = ""] = item.date.split("-");
  await openAdmin(page, "content");
  await expect(page.getByRole("cell", { name: item.date, exact: true })).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith("/api/content/date/")) asked.push(path);
  });
  const field = editorOf(page).getByLabel("Date");
  await field.click({ position: { x: 20, y: 20 } });
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(editorOf(page).getByLabel("Title")).toHaveValue(item.title);
  expect(asked).toEqual([`/api/content/date/${item.date}`]);
  await expect(field).toBeFocused();

  const neighbour = addDays(item.date, day === "09" ? -1 : 1);
  await field.click({ position: { x: 20, y: 20 } });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type(neighbour.slice(8));
  await expect(editorOf(page).getByText(/^Press Enter to open/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(editorOf(page).getByText("No content found for selected date")).toBeVisible();
});

test("an address beside a hosted video asks before it replaces it, and the video can be put back", async ({ page }) => {
  const key = (await readLibrary()).find(({ videoFilename }) => videoFilename !== null)?.videoFilename;
  const item = await createItem();
  await callApi(`/api/content/${item.id}`, { method: "PUT", admin: true, json: { videoKey: key } });
  await openAdmin(page, "content");
  await edit(page, item);
  const editor = editorOf(page);
  await expect(editor.getByText(`Hosted video: ${key}`)).toBeVisible();
  const address = editor.getByLabel("Video URL");
  await address.pressSequentially("https://vimeo.com/76979871");
  await expect(editor.getByRole("button", { name: "Replace it" })).toBeVisible();
  await expectAccessible(page);
  await address.clear();
  await editor.getByLabel("Title").fill("Asked first");
  await expect(editor.getByText("Saved", { exact: true })).toBeVisible();
  expect(await readItem(item.id)).toMatchObject({ title: "Asked first", videoFilename: key });

  await address.pressSequentially("https://vimeo.com/76979871");
  await editor.getByRole("button", { name: "Replace it" }).click();
  await expect
    .poll(() => readItem(item.id))
    .toMatchObject({ videoFilename: null, youtubeUrl: "https://vimeo.com/76979871" });
  await editor.getByRole("button", { name: "Put it back" }).click();
  await expect.poll(() => readItem(item.id)).toMatchObject({ videoFilename: key, youtubeUrl: null });
  await expect(address).toHaveValue("");
});

test("Back to Admin returns to the tab it came from, after a reload through the login as well", async ({ page }) => {
  const item = await createItem();
  await openAdmin(page, "content");
  await page.getByRole("link", { name: `View Content of ${item.date}` }).click();
  await expect(page).toHaveURL(new RegExp(`${contentPath(item.date)}\\?from=admin$`));
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page.getByRole("heading", { name: "Content Library" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await page.reload();
  await logInAsAdmin(page);
  await expect(page.getByRole("heading", { name: "Content Library" })).toBeVisible();
});

test("a member's logout ends the administrator's session beside it", async ({ page }) => {
  await signIn(page, await inviteMember("beside"));
  await page.getByRole("link", { name: "Admin" }).click();
  await logInAsAdmin(page);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  // Within the app, where what is in memory would still be there.
  await page.evaluate(() => {
    history.pushState(null, "", "/admin");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Admin", exact: true })).toBeVisible();
});

test("a rotated password leads back to the login card with what was typed", async ({ page }) => {
  const item = await createItem();
  await openAdmin(page, "content");
  await edit(page, item);
  const isEdit = (url: URL) => url.pathname === `/api/content/${item.id}`;
  const refuse = { status: 401, json: { error: "Wrong password", code: "unauthorized", requestId: "r" } };
  await page.route(isEdit, (route) => route.fulfill(refuse));
  await editorOf(page).getByLabel("Title").fill("Typed meanwhile");
  await expect(page.getByText("Your login no longer works.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(isEdit);
  await logInAsAdmin(page);
  await expect(editorOf(page).getByLabel("Title")).toHaveValue("Typed meanwhile");
  await expect.poll(async () => (await readItem(item.id)).title).toBe("Typed meanwhile");
});
