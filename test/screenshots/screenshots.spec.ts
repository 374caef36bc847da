import type { Page } from "@playwright/test";
import { APP_PAGES, PUBLIC_PAGES } from "../../domain/paths.ts";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { click, takeEach } from "./take.ts";

takeEach([
  ...Object.entries(PUBLIC_PAGES).map(([name, path]) => ({ name: `public-${name}`, path })),
  { name: "public-not-found", path: "/nowhere" },
  { name: "public-preview-warning", path: "/", after: click(/Watch Preview/) },
  { name: "public-checkout", path: "/subscribe?plan=annual", after: (page) => page.getByRole("radio").first().click() },
  { name: "admin-login", path: APP_PAGES.admin },
  ...["overview", "content", "trials"].map((tab) => ({
    name: `admin-${tab}`,
    path: `${APP_PAGES.admin}?tab=${tab}`,
    after: async (page: Page) => {
      await page.getByLabel("Password").fill(DEMO_ADMIN_PASSWORD);
      await click("Login")(page);
    },
  })),
]);
