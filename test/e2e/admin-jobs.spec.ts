import { expect, type Locator, type Page } from "@playwright/test";
import { createDb } from "../../db/client.ts";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { dayAhead, uniqueEmail } from "../support/fixtures.ts";
import { fillLargeHouse } from "../worker/large-house.ts";
import { startOwnStack } from "./stack/own-stack.ts";
import { RUN_FOLDER } from "./stack/run-folder.ts";
import { logInAsAdmin } from "./support/admin.ts";
import { test } from "./support/journey.ts";
import { buy } from "./support/purchases.ts";

const SIZE = { members: 500, items: 600, deliveries: 3500 };
const TOMORROW = dayAhead(1);

type Press = (target: Locator, does?: "click" | "choose") => Promise<void>;
type Job = { name: string; presses: number; run: (page: Page, press: Press) => Promise<unknown> };

const dialogOf = (page: Page) => page.getByRole("dialog");
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name });

async function find(page: Page, email: string, press: Press): Promise<void> {
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search by email or name")).toBeFocused();
  await page.keyboard.type(email);
  await press(page.getByRole("link", { name: email }));
}

const jobs = (payer: string): Job[] => [
  {
    name: "Publish tomorrow's empty day with audio",
    presses: 4,
    run: async (page, press) => {
      await press(page.getByRole("link", { name: "Open Content: 1 morning in the next week has no session" }));
      await press(dialogOf(page).getByLabel(/^Start with a file/), "choose");
      await press(button(dialogOf(page), /^Publish · 1 issue$/));
      await press(button(dialogOf(page), "Publish anyway"));
      await expect(dialogOf(page).getByText("Published", { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: "Refund a member",
    presses: 4,
    run: async (page, press) => {
      await find(page, payer, press);
      await press(button(page, "Refund $9.99"));
      await press(button(dialogOf(page), "Charged twice"));
      await press(button(dialogOf(page), "Refund $9.99"));
      await expect(page.getByText("$9.99 refunded. The subscription is cancelled.").first()).toBeVisible();
    },
  },
  {
    name: "Why did a member get no email",
    presses: 1,
    run: async (page, press) => {
      await find(page, "large-000147@large.daybolt.test", press);
      const timeline = page.getByRole("list", { name: "Timeline" });
      await expect(timeline.getByText(/No access|Not due yet/).first()).toBeVisible();
    },
  },
  {
    name: "Grant a trial",
    presses: 3,
    run: async (page, press) => {
      await press(page.getByRole("tab", { name: "Free Trials" }));
      await press(page.getByLabel("Name"));
      await page.keyboard.type("Tia Trial");
      await page.keyboard.press("Tab");
      await page.keyboard.type(uniqueEmail("tia"));
      await press(button(page, "Send Trial Invite"));
      await expect(page.getByRole("status").filter({ hasText: /trial/i })).toBeVisible();
    },
  },
];

test(
  "in the large house, an administrator's four jobs take a few presses each, and its pages stay short",
  { tag: "@deep" },
  async ({ browser }, { parallelIndex, annotations }) => {
    const stack = await startOwnStack(String(process.env[RUN_FOLDER]), parallelIndex + 2);
    const own = { DAYBOLT_APP_URL: stack.appUrl, DAYBOLT_SANDBOX_URL: stack.sandboxUrl };
    const { DAYBOLT_APP_URL, DAYBOLT_SANDBOX_URL } = process.env;
    Object.assign(process.env, own);
    try {
      const payer = uniqueEmail("payer");
      await buy(await browser.newPage({ baseURL: stack.appUrl }), payer);
      const database = await stack.database();
      // PayPal's webhook brings the payment after the purchase.
      await expect.poll(() => database.prepare("select id from payments").first()).not.toBeNull();
      await fillLargeHouse(createDb(database), Date.now(), SIZE);
      const headers = { "x-admin-password": DEMO_ADMIN_PASSWORD };
      const { id } = await (await fetch(`${stack.appUrl}/api/content/date/${TOMORROW}`, { headers })).json();
      await fetch(`${stack.appUrl}/api/content/${id}`, { method: "DELETE", headers });
      for (const { name, presses, run } of jobs(payer)) {
        const page = await browser.newPage({ baseURL: stack.appUrl });
        await page.goto("/admin");
        await logInAsAdmin(page);
        await expect(page.getByRole("region", { name: "Needs attention" })).toBeVisible();
        const pressed: string[] = [];
        const startedAt = Date.now();
        await run(page, async (target, does = "click") => {
          pressed.push(String(target));
          if (does === "click") return target.click();
          return target.setInputFiles("r2-seed/redline-lcrmbmsyvo3o5njt.mp3");
        });
        const took = (Date.now() - startedAt) / 1000;
        annotations.push({ type: name, description: `${pressed.length} presses, ${took.toFixed(1)} s` });
        expect(pressed, name).toHaveLength(presses);
        await page.close();
      }
      const page = await browser.newPage({ baseURL: stack.appUrl });
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      await page.goto("/admin?tab=content");
      await logInAsAdmin(page);
      await expect(page.getByRole("grid").getByRole("button").first()).toBeVisible();
      expect(await height()).toBeLessThanOrEqual(2500);
      await page.getByRole("tab", { name: "Overview" }).click();
      await expect(page.getByRole("region", { name: "Recent Users" })).toBeVisible();
      expect(await height()).toBeLessThanOrEqual(2500);
    } finally {
      Object.assign(process.env, { DAYBOLT_APP_URL, DAYBOLT_SANDBOX_URL });
      await stack.stop();
    }
  },
);
