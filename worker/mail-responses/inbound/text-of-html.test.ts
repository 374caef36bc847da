import fc from "fast-check";
import { expect, test } from "vitest";
import { textOfHtml } from "./text-of-html.ts";

test.each([
  ["a reference in hexadecimal", "I&#x2019;d like a r&#X65;fund", "I’d like a refund"],
  ["a reference as Windows wrote it", "&#128;9.99, I&#146;m sure", "€9.99, I’m sure"],
  [
    "references by name",
    "&laquo;Caf&eacute;&raquo; &ndash; &euro;5&nbsp;&amp;&hellip; &yuml;&Scaron;&trade;",
    "«Café» – €5 &… ÿŠ™",
  ],
  ["references that name nothing", "a&#0;b&#x110000;c&bogus;", "abc&bogus;"],
  [
    "cells of a table",
    "<table><tr><td>want</td><td>refund</td></tr><tr><th>now</th></tr></table>",
    "want refund\n\n now",
  ],
  ["a bare less-than", "<p>1 < 2, and 5 <3 you</p>I want a refund", "1 < 2, and 5 <3 you\nI want a refund"],
  ["a less-than at the end", "refund <", "refund <"],
  ["a comment", "a<!-- no > refund -- here -->b", "ab"],
  ["empty comments", "a<!-->b<!--->c", "abc"],
  ["a comment for Outlook", "<!--[if mso]><p>refund</p><![endif]-->Hello", "Hello"],
  ["a comment for all but Outlook", "<!--[if !mso]><!-->Hello<!--<![endif]-->", "Hello"],
  ["a mark of Outlook's that others pass over", "<![if !supportLists]>1.<![endif]> Hello", "1. Hello"],
  ["Outlook's namespace", '<?xml:namespace prefix = "o" ns = "urn:x" />Hello', "Hello"],
  ["an attribute with a greater-than", "<a title=\"1 > 2\" data-x='a > b'>refund</a>", "refund"],
  ["an apostrophe in a tag", "<p don't>I want</p><p don't>refund</p>", "I want\n\nrefund"],
  ["an unclosed quote", '<a href="http://x.test>here</a> refund', "here refund"],
  [
    "styles, scripts and a title",
    "<title>T</title><STYLE>a > b {}</STYLE ><script>if (a < b) x()</script>Hello",
    "Hello",
  ],
  ["an unclosed head", "<html><head><body>Hello", "Hello"],
  ["lines of the source", "I was\r\n   charged\r\ntwice", "I was charged twice"],
  ["preformatted lines", "<pre>one\ntwo</pre>", "one\ntwo"],
  ["a quotation", "No.<blockquote>Payments<br>refund</blockquote>Bye", "No.\n> Payments\n> refund\nBye"],
  ["a quotation in a quotation", "<blockquote>a<blockquote>b</blockquote>c</blockquote>d", "> a\n> b\n> c\nd"],
  ["a tag that never ends", "Hello <a href=x", "Hello"],
])("HTML with %s is converted to text: %j", (_, html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

const UNITS = [
  "<",
  "<a",
  "<a href=",
  '<a b="',
  "<a b='>",
  "<!--",
  "<!",
  "<script>",
  "</script",
  "</",
  "&#",
  "&amp;",
  "= ",
  "<p>",
  "<blockquote>",
  "</blockquote>",
  "<pre>\n",
];

// A reader with quadratic work would take hours for these.
test.each(UNITS)("half a megabyte of %j is read to the end", (unit) => {
  expect(textOfHtml(unit.repeat(512_000 / unit.length)).length).toBeLessThanOrEqual(1_000_000);
});

test("text in elements comes out unchanged, whatever its characters", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab1 <>&\"'=/!-") });
  const escaped = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&#62;");
  fc.assert(
    fc.property(text, (words) => {
      const html = `<p title="${escaped(words).replaceAll('"', "&quot;")}">${escaped(words)}</p>`;
      expect(textOfHtml(html)).toBe(words.replace(/\s+/g, " ").trim());
    }),
  );
});
