import { expect, test } from "vitest";
import { playerLinks, playerOf } from "./feeds.ts";

test.for([
  ["Overcast/3.0 (+http://overcast.fm/; iOS podcast app)", "Overcast"],
  ["AppleCoreMedia/1.0.0.22F76 (iPhone; U; CPU OS 18_5 like Mac OS X; en_us)", "Apple Podcasts"],
  ["Podcasts/4023.520.3 CFNetwork/3826.500.131 Darwin/24.5.0", "Apple Podcasts"],
  ["Pocket Casts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)", "Pocket Casts"],
  ["PocketCasts/1.0", "Pocket Casts"],
  ["AntennaPod/3.7.0", "AntennaPod"],
  ["Mozilla/5.0 (X11; Linux x86_64) Gecko", "A browser"],
  ["gPodder", "gPodder"],
  ["<script>alert(1)</script>", null],
  ["", null],
  [null, null],
] as const)("the user agent %s is shown as %s", ([userAgent, name]) => {
  expect(playerOf(userAgent)).toBe(name);
});

test("every podcast app link contains the full feed URL, and none opens a website that could see it", () => {
  const links = playerLinks("https://daybolt.test/feed/abc_-9");
  for (const { href } of links) {
    expect(decodeURIComponent(href)).toContain("daybolt.test/feed/abc_-9");
    expect(href).not.toMatch(/^https?:/);
  }
  expect(links.find(({ name }) => name === "Overcast")?.href).toBe(
    "overcast://x-callback-url/add?url=https%3A%2F%2Fdaybolt.test%2Ffeed%2Fabc_-9",
  );
});
