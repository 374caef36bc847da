import type { Page } from "@playwright/test";
import { APP_PAGES } from "../../domain/paths.ts";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { click, takeEach } from "./take.ts";

takeEach([
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
