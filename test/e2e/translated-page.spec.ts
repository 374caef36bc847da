import { expect, type Page } from "@playwright/test";
import { logInAsAdmin } from "./support/admin.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { createOnFreeDay } from "./support/library.ts";
import { inviteMember, inviteMemberWithPassword, keepSignedIn } from "./support/members.ts";
import { pagesOfAdministrators, pagesOfMembers, VISITORS } from "./support/pages.ts";
import { openCheckout } from "./support/purchases.ts";
import { translate, translateNow } from "./support/translator.ts";

test.use({ reducedMotion: "reduce", locale: "de-DE" });

const REFUSED = /Failed to load resource/;

/** The next control whose like hasn't been pressed, in the topmost dialog or menu if one is open. */
function findControl(pressed: string[]): Element | null {
  const layers = [...document.querySelectorAll("[role$=dialog], [role=menu]")].filter((layer) =>
    layer.checkVisibility(),
  );
  const controls = (layers.at(-1) ?? document.body).querySelectorAll<HTMLElement>(
    "button:not([role=tab]), summary, [role=menuitem], input:is([type=radio], [type=checkbox])",
  );
  // What closes a dialog comes last.
  const closes = (control: Element) => /^(Close|Cancel)$/.test((control.ariaLabel ?? control.textContent).trim());
  const ordered = [...controls].toSorted((a, b) => Number(closes(a)) - Number(closes(b)));
  for (const control of ordered) {
    const name = control.getAttribute("aria-label") ?? (control.closest("label") ?? control).textContent;
    // "Edit session for Friday" and the same for Saturday are alike.
    const [like = ""] = name.trim().split(/ for |[:\d]/);
    const isReady = control.checkVisibility() && !control.matches(":disabled, [inert] *, [aria-hidden=true] *");
    if (!isReady || pressed.includes(like)) continue;
    control.dataset.like = like;
    return control;
  }
  return null;
}

const placeOf = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url());
  return `${pathname} ${searchParams.get("tab")} ${searchParams.get("member")}`;
};

/** What ends a session, and what has led to another page. */
const leaving = () => new Set(["Logout", "Log out everywhere"]);

/** Presses each kind of control on a page by key, and those that appear. Returns their names. */
async function pressAll(page: Page, reopen: () => Promise<unknown>, left = leaving()): Promise<string[]> {
  const place = placeOf(page);
  const names: string[] = [];
  const pressed = new Set(left);
  let opener = "";
  for (let closed = 0; closed < 3; ) {
    const find = async () => (await page.evaluateHandle(findControl, [...pressed])).asElement();
    let control = await find();
    if (control === null) {
      // What was pressed last may still be opening.
      await page.waitForTimeout(250);
      control = await find();
    }
    if (control === null) {
      // Closes what is open, behind which there may be more.
      closed += 1;
      await page.keyboard.press("Escape");
    } else {
      closed = 0;
      const like = (await control.getAttribute("data-like")) ?? "";
      names.push(like);
      pressed.add(like);
      if ((await control.getAttribute("aria-haspopup")) === "menu") opener = like;
      // The menu closes, and its other items are pressed next.
      if ((await control.getAttribute("role")) === "menuitem") pressed.delete(opener);
      await control.press("Space", { timeout: 5000 }).catch(() => undefined);
      await page.waitForTimeout(50);
      if (placeOf(page) !== place) {
        left.add(like);
        await reopen();
      }
    }
  }
  return names;
}

/** Opens each page, presses its controls, and returns what was pressed. */
async function walk(page: Page, paths: readonly string[], open: () => Promise<unknown> = async () => undefined) {
  const pressed: string[] = [];
  const left = leaving();
  for (const path of paths) {
    const openPath = async () => {
      await page.goto(path);
      await open();
      await expect(page.locator("font").first(), path).toBeAttached();
      await page.waitForLoadState("networkidle");
    };
    await openPath();
    pressed.push(...(await pressAll(page, openPath, left)));
    await expect(page.getByText("This page didn't load"), path).toHaveCount(0);
  }
  return pressed;
}

test("on a translated page, controls work and changes are seen", async ({ page }) => {
  const complaints = watchConsole(page, { except: REFUSED });
  await keepSignedIn(page, await inviteMemberWithPassword("translated"));
  await translate(page);
  await page.goto("/profile");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Edit Profile").click();
  await expect(page.locator("form font").first()).toBeVisible();
  await button("Cancel").click();
  await expect(button("Edit Profile")).toBeVisible();
  await button("Pause").click();
  await expect(page.getByText("Resume on").first()).toBeVisible();
  await button("Check my emails").click();
  await expect(page.getByText("What you can do").first()).toBeVisible();
  await page.goto("/profile#security");
  await page.reload();
  await button("Change password").click();
  await expect(page.getByLabel("Current password", { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});

test.describe("in a browser set to English", () => {
  test.use({ locale: "en-US" });

  test("a page that is translated while it's open keeps working", async ({ page }) => {
    const complaints = watchConsole(page, { except: REFUSED });
    await keepSignedIn(page, await inviteMember("translated"));
    await page.goto("/profile");
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await expect(button("Edit Profile")).toBeEnabled();
    await translateNow(page);
    await expect(page.locator("button font").first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    await button("Edit Profile").click();
    await button("Cancel").click();
    await button("Pause").click();
    await expect(page.getByText("Resume on").first()).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test("every visitor's page bears a translator while each of its controls is pressed", { tag: "@deep" }, async ({
  page,
}) => {
  const complaints = watchConsole(page, { except: REFUSED });
  await translate(page);
  await walk(page, VISITORS);
  await page.goto("/subscribe");
  await openCheckout(page, "monthly");
  await expect(page.getByRole("region", { name: "Checkout" }).getByRole("checkbox")).toBeVisible();
  const pressed = await pressAll(page, () => page.goBack());
  expect(pressed).toContain("Change plan");
  expect(complaints).toEqual([]);
});

test("every member's page bears a translator while each of its controls is pressed", { tag: "@deep" }, async ({
  page,
}) => {
  const complaints = watchConsole(page, { except: REFUSED });
  await keepSignedIn(page, await inviteMember("translated"));
  await translate(page);
  const pressed = await walk(page, await pagesOfMembers());
  for (const name of ["Edit Profile", "Pause", "Check my emails", "Mark as Complete"]) expect(pressed).toContain(name);
  expect(complaints).toEqual([]);
});

test("every administrator's page bears a translator while each of its controls is pressed", {
  tag: "@deep",
}, async ({ page }) => {
  test.slow();
  const complaints = watchConsole(page, { except: REFUSED });
  await page.route(/\/api\//, (route) => {
    const isChange = route.request().method() !== "GET" && !route.request().url().endsWith("/verify");
    // Other journeys use this house, too.
    return isChange ? route.fulfill({ status: 409, json: { error: "Not now", code: "conflict" } }) : route.fallback();
  });
  await translate(page);
  const { date } = await createOnFreeDay({ title: "Translated" });
  const paths = [...(await pagesOfAdministrators()), `/admin?tab=content&day=${date}`];
  const pressed = await walk(page, paths, () => logInAsAdmin(page));
  for (const name of ["Grant access", "Preflight", "Send Test", "Run check"]) expect(pressed).toContain(name);
  expect(complaints).toEqual([]);
});
