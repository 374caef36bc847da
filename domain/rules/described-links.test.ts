import { expect, test } from "vitest";
import { linksInText, mayBeAsked } from "./described-links.ts";

test.for<[string, string[]]>([
  ["No address here, not even example.com.", []],
  ["Read https://example.com/a, then https://example.com/a.", ["https://example.com/a"]],
  ["(see https://example.com/b)", ["https://example.com/b"]],
  ["https://example.com/film_(1999)!", ["https://example.com/film_(1999)"]],
  ["HTTP://example.com?x=1&y=2\nhttps://", ["HTTP://example.com?x=1&y=2"]],
  [
    Array.from({ length: 9 }, (_, n) => `https://example.com/${n}`).join(" "),
    [0, 1, 2, 3, 4].map((n) => `https://example.com/${n}`),
  ],
])("%j names %j", ([text, links]) => {
  expect(linksInText(text)).toEqual(links);
});

test.for<[string, boolean]>([
  ["https://example.com/x?y#z", true],
  ["https://EXAMPLE.co.uk", true],
  ["https://xn--bcher-kva.xn--p1ai/", true],
  ["http://example.com", false],
  ["https://example.com:8443/", false],
  ["https://ana:pw@example.com/", false],
  ["https://localhost/", false],
  ["https://router.lan/", false],
  ["https://db.internal/", false],
  ["https://example.com./", false],
  ["https://127.0.0.1/", false],
  ["https://2130706433/", false],
  ["https://0x7f.1/", false],
  ["https://[::1]/", false],
  ["https://[::ffff:10.0.0.1]/", false],
])("the Worker asks for %s: %s", ([link, may]) => {
  expect(mayBeAsked(link)).toBe(may);
});
