import { expect, test } from "vitest";
import { deviceOf } from "./device-of.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const AGENTS: [name: string | null, userAgent: string | null][] = [
  ["Chrome on Windows", `${WINDOWS} Chrome/142.0.0.0 Safari/537.36`],
  ["Edge on Windows", `${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "Safari on macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  ],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
  [
    "Samsung Internet on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  ],
  [null, "Your account was hacked, call 555-0100/1 x"],
  [null, "Log in at evil.test now/1.0 (x) (Windows NT 10.0; Win64)"],
  [null, ""],
  [null, null],
];

test.for(AGENTS)("the device name is %s for the user agent %s", ([name, userAgent]) => {
  expect(deviceOf(userAgent)).toBe(name);
});

test("user agents that no browser sends don't throw", () => {
  for (const userAgent of ["x", "Test", "(((((", "Mozilla/5.0", "\u0000", "Chrome/".repeat(36)])
    expect(() => deviceOf(userAgent)).not.toThrow();
});
