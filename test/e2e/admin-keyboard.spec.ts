import { expect, type Locator, type Page } from "@playwright/test";
import { formatLongDate } from "../../domain/rules/calendar-days.ts";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember } from "./support/members.ts";
import { callApi } from "./support/stack.ts";

// The administrator's work with the keyboard alone: every step is a key.

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 400 && !(await isFocused(target)); step += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  // A button ignores keys while its last action is in progress, and says so.
  await expect(target).toBeEnabled();
  await page.keyboard.press(key);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name });

/** Keyboard users continue where they were, not at the top of the page. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
}

/** From the login card to the first tab, then to the others, one after another. */
async function comeToTabs(page: Page, ...names: string[]): Promise<void> {
  await page.goto("/admin");
  await type(page, page.getByLabel("Password", { exact: true }), DEMO_ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tabpanel", { name: "Overview" })).toBeFocused();
  await tabTo(page, page.getByRole("tab", { name: "Overview" }));
  for (const name of names) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("tab", { name })).toBeFocused();
  }
}

test("an administrator finds, writes, publishes, deletes, and restores a day by keyboard alone", {
  tag: "@deep",
}, async ({ page }) => {
  await comeToTabs(page, "Content");
  const cell = page.locator("[role=grid] button:focus");
  await tabTo(page, page.locator("[role=grid] button[tabindex='0']"));
  for (let month = 0; month < 2; month += 1) {
    const shown = page.getByRole("grid");
    const before = await shown.getAttribute("aria-label");
    await page.keyboard.press("PageDown");
    await expect(shown).not.toHaveAttribute("aria-label", String(before));
    await expect(cell).not.toContainText("loading");
  }
  while (!(await cell.textContent())?.includes("no session")) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  const date = await drawer.getByLabel("Date").inputValue();
  const title = `By keys ${crypto.randomUUID().slice(0, 8)}`;
  await type(page, drawer.getByLabel("Title"), title);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Content Created", { exact: true })).toBeVisible();

  await type(page, drawer.getByLabel("Description"), "Written without a mouse.");
  await press(page, drawer.getByLabel("Status"), "p");
  await expect(drawer.getByLabel("Status")).toHaveValue("published");
  const question = drawer.getByRole("group", { name: "Publish anyway?" });
  await expect(question.getByText("No audio or video.")).toBeVisible();
  await expectAccessible(page);
  await press(page, button(question, "Publish anyway"));
  await expect(page.getByText("Content Updated", { exact: true })).toBeVisible();
  await expect(drawer.getByRole("region", { name: "Preflight" }).getByText("No audio or video.")).toBeVisible();
  await expectFocusKept(page);
  for (const width of [390, 320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(cell).toContainText(`${title}, published`);

  await page.keyboard.press("Enter");
  await press(page, button(drawer, "More"));
  await page.getByRole("menuitem", { name: "Duplicate, move, or delete" }).focus();
  await page.keyboard.press("Enter");
  await press(page, button(drawer, "Delete session"));
  await press(page, button(page.getByRole("dialog", { name: "Delete this session?" }), "Delete session"));
  await expect(drawer).toBeHidden();
  await expect(cell).toContainText("no session");
  await expectAccessible(page);
  await press(page, button(page, `Restore ${title}, ${formatLongDate(date)}`));
  await expect(drawer.getByLabel("Title")).toHaveValue(title);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expectFocusKept(page);
  const stored = await callApi(`/api/content/date/${date}`, { admin: true });
  expect(await stored.json()).toMatchObject({ title, status: "published", description: "Written without a mouse." });
});

test("an administrator finds and helps a member by keyboard alone, and focus is never lost", { tag: "@deep" }, async ({
  page,
}) => {
  const { email } = await inviteMember("keys");
  await comeToTabs(page, "Content", "Members");
  await type(page, page.getByLabel("Search by email or name"), email);
  // A link opened before the search has run leads back to the whole list.
  await expect(page).toHaveURL(/[?&]q=/);
  await press(page, page.getByRole("link", { name: email }));
  const back = page.getByRole("link", { name: "All members" });
  await expect(back).toBeFocused();

  await type(page, page.getByLabel("New label"), "keys");
  await page.keyboard.press("Enter");
  await press(page, button(page, "Remove label keys"));
  await expect(page.getByLabel("New label")).toBeFocused();

  const dialog = page.getByRole("dialog");
  await press(page, button(page, "Grant access"));
  await type(page, dialog.getByLabel("Reason"), "A morning was lost");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(button(page, "Grant access")).toBeFocused();
  await expect(page.getByRole("list", { name: "Access grants" }).getByText('"A morning was lost"')).toBeVisible();

  await press(page, button(page, "More actions"));
  await page.getByRole("menuitem", { name: "Log out everywhere" }).focus();
  await page.keyboard.press("Enter");
  await press(page, button(dialog, "Log out everywhere"));
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Not logged in on any device")).toBeVisible();
  await expect(button(page, "More actions")).toBeFocused();
  await expectFocusKept(page);

  await type(page, page.getByLabel("New note"), "Called on Monday");
  await press(page, button(page, "Add note"));
  await press(page, button(page, /^Delete note from/));
  await press(page, button(dialog, "Delete note"));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Notes" })).toHaveCount(0);
  await expectFocusKept(page);
  await expectAccessible(page);

  await press(page, back);
  await expect(page.getByLabel("Search by email or name")).toHaveValue(email);
});
