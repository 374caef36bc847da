import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ADMIN_PLACES, ADMIN_TABS } from "../domain/rules/admin-places.ts";

const sourcesOf = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.includes(".test."))
    .map((file) => readFileSync(file, "utf8"));

test("every card and button that advice can name appears on a screen of the admin area", () => {
  const screens = sourcesOf("web/admin/**/*.tsx");
  for (const label of Object.keys(ADMIN_PLACES)) {
    const asText = new RegExp(`(>|"|^)\\s*${label}\\s*(<|"|$)`, "m");
    expect(
      screens.some((source) => asText.test(source)),
      label,
    ).toBe(true);
  }
});

/** Other places that advice may name. */
const OUTSIDE = "Worker Cloudflare Resend PayPal Turnstile Doctor Webhooks Domains D1 DNS SPF TXT R2 UTC".split(" ");

/** Capitalized words within a sentence, which name something. Variables and files have their own spelling. */
function namesIn(advice: string): string[] {
  const labels = [...Object.keys(ADMIN_PLACES), ...Object.values(ADMIN_TABS)].toSorted((a, b) => b.length - a.length);
  const rest = labels.reduce((text, label) => text.replaceAll(label, ""), advice);
  return [...rest.matchAll(/(?<=[\w,;:] )\p{Lu}[\w-]*/gu)]
    .map(([name]) => name)
    .filter((name) => !name.includes("_") && !OUTSIDE.includes(name));
}

test("advice names only screens and buttons listed in the admin tables", () => {
  expect(namesIn("Wait, then press Heal in Members; see APP_URL.")).toEqual(["Heal"]);
  const advices = sourcesOf("{domain/rules/{incidents,health-findings},worker/health/checks/checks}.ts").flatMap(
    (source) =>
      [...source.matchAll(/fix:\s*(?:"([^"]*)"|`([^`]*)`)/g)].map(([, plain, filled]) => plain ?? filled ?? ""),
  );
  expect(advices).toHaveLength(18);
  for (const advice of advices) expect(namesIn(advice), advice).toEqual([]);
});
