import type { Page } from "@playwright/test";

type Address = string | RegExp;

/** Replaces the server's response. */
export function answer(url: Address, json: unknown, status = 200) {
  return (page: Page) => page.route(url, (route) => route.fulfill({ status, json }));
}

export const fail = (url: Address) => answer(url, { error: "Something went wrong", code: "internal" }, 500);

export const never = (url: Address) => (page: Page) => page.route(url, () => undefined);

/** Changes values in the server's response. */
export function change(url: Address, other: (json: Record<string, unknown>) => object) {
  return (page: Page) =>
    page.route(url, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      await route.fulfill({ response, json: { ...json, ...other(json) } });
    });
}

/** The development header sets the server's clock. */
export const daysAhead = (days: number) => (page: Page) =>
  page.setExtraHTTPHeaders({ "x-daybolt-now": String(Date.now() + days * 86_400_000) });
