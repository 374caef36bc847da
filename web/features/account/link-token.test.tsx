import { afterEach, expect, test } from "vitest";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { dropAuthToken, readAuthToken, storeAuthToken } from "../../lib/auth-token.ts";
import { holdLinkSecrets } from "../../lib/link-secrets.ts";
import { exchangeLinkToken, linkTokenSettled } from "./session.query.ts";

const EXCHANGE = "POST /api/auth/exchange";

/** Opens the app at an address; returns its final location and its calls. */
async function openAt(path: string, answer: () => Response) {
  const calls = stubApi({ [EXCHANGE]: answer });
  window.history.replaceState(null, "", path);
  holdLinkSecrets();
  exchangeLinkToken();
  // Checked before any response: a token left in the address would end up in history and logs.
  const { pathname, search, hash } = window.location;
  await linkTokenSettled();
  return { address: pathname + search + hash, calls };
}

afterEach(() => {
  dropAuthToken();
  window.history.replaceState(null, "", "/");
});

test("a link's token is removed from the URL before it's exchanged for a session", async () => {
  const { address, calls } = await openAt("/dashboard?year=2025&token=abc&month=8#top", () =>
    Response.json({ token: "t-1" }),
  );
  expect(address).toBe("/dashboard?year=2025&month=8#top");
  expect(calls.map(({ body }) => body)).toEqual([{ token: "abc" }]);
  expect(readAuthToken()).toBe("t-1");
  // A reload doesn't send it again.
  expect(JSON.stringify(window.history.state)).not.toContain("abc");
});

test.for([lostConnection, () => refusal(410, "gone", "This link was used.")])(
  "a failed link leaves the current session alone, case %#",
  async (answer) => {
    storeAuthToken("t-0");
    const { address } = await openAt("/dashboard?token=abc", answer);
    expect([address, readAuthToken()]).toEqual(["/dashboard", "t-0"]);
  },
);

test.for([
  ["/setup-password?token=abc&email=a@example.test", "/setup-password"],
  ["/dashboard?year=2025", "/dashboard?year=2025"],
] as const)("%s is at %s, and no token exchange is requested", async ([path, left]) => {
  const { address, calls } = await openAt(path, lostConnection);
  expect([address, calls]).toEqual([left, []]);
});
