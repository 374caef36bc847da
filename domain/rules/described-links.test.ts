import { expect, test } from "vitest";
import { linksInText } from "./described-links.ts";

test.for<[string, string[]]>([
  ["No address here, not even example.com.", []],
  ["Read https://example.com/a, then https://example.com/a.", ["https://example.com/a"]],
  ["(see https://example.com/b)", ["https://example.com/b"]],
  ["https://example.com/film_(1999)!", ["https://example.com/film_(1999)"]],
  ["HTTP://example.com?x=1&y=2\nhttps://", ["HTTP://example.com?x=1&y=2"]],
])("the links in %j are %j", ([text, links]) => {
  expect(linksInText(text)).toEqual(links);
});
