import { useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { sessionUser } from "#test/answers/session.ts";
import { stubApi } from "#test/web/stub-api.ts";
import { readAuthToken } from "../lib/auth-token.ts";

const seen = vi.hoisted(() => [] as string[]);

vi.mock("./app.tsx", () => ({
  loadFirstPage: async () => null,
  App: () => {
    seen.push(JSON.stringify([useLocation(), window.location.href, window.history.state]));
    return null;
  },
}));

test("a link's token is removed from the URL before the router sees it", async () => {
  stubApi({
    "POST /api/auth/exchange": () => Response.json({ token: "t-1" }),
    "GET /api/auth/verify": () => Response.json({ user: sessionUser() }),
  });
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, "", "/dashboard?token=secret&month=8#top");
  await import("./main.tsx");
  await expect.poll(() => seen).not.toEqual([]);
  await expect.poll(readAuthToken).toBe("t-1");
  expect(seen.join()).toContain('"search":"?month=8","hash":"#top"');
  expect(seen.join()).not.toContain("secret");
});
