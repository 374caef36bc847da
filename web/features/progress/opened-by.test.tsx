import { afterEach, expect, test, vi } from "vitest";
import { takeLinkSecrets } from "../../lib/link-secrets.ts";
import { openedBy } from "./save-progress.mutation.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["?from=notification", "notification"],
  ["?member=ana&key=secret", "email"],
  ["?from=dashboard", undefined],
] as const)("a session opened at %s was opened by %s", (search, opener) => {
  window.history.replaceState(null, "", `/content/2026-05-20${search}`);
  takeLinkSecrets();
  expect(openedBy()).toBe(opener);
  // A secret isn't in the address anymore.
  expect(window.location.search).not.toContain("key");
});
