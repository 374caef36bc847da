import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, isShowable, isVisible, normaliseText, searchedWords } from "./text.ts";

test.for([
  ["NUL", "a\u0000b"],
  ["BEL", "a\u0007b"],
  ["escape", "a\u001b[2Jb"],
  ["delete", "a\u007fb"],
  ["a C1 control", "a\u0085b"],
  ["a right-to-left override", "a\u202eb"],
  ["an isolate", "a\u2066b"],
  ["a lone surrogate", "a\ud800b"],
  ["a line separator", "a\u2028b"],
] as const)("%s is rejected in both short and longer text", ([, text]) => {
  expect(isShowable(text, "one")).toBe(false);
  expect(isShowable(text, "many")).toBe(false);
});

test("line breaks and tabs are allowed only in longer text", () => {
  expect(isShowable("a\nb\tc", "many")).toBe(true);
  expect(isShowable("a\nb", "one")).toBe(false);
  expect(isShowable("a\tb", "one")).toBe(false);
  expect(isShowable(normaliseText("a\r\nb"), "many")).toBe(true);
  expect(isShowable("a\rb", "many")).toBe(false);
});

test.for(["Ana", "Zoë", "👩‍👩‍👧", "क्‍ष", "نمی‌خواهم", "שלום\u200f", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "…", "7"])(
  "%s is accepted and counts as visible text",
  (text) => {
    expect(isShowable(normaliseText(text), "one")).toBe(true);
    expect(isVisible(normaliseText(text))).toBe(true);
  },
);

test.for(["", " ", "\u200b", "\u200d\u200c", "\u3164", "\u2800", "\u00ad", "\ufeff\u2060", "\u0301"])(
  "%j doesn't count as visible text",
  (text) => expect(isVisible(normaliseText(text))).toBe(false),
);

test("normalized text doesn't change when normalized again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const once = normaliseText(text);
      expect(normaliseText(once)).toBe(once);
    }),
  );
  expect(normaliseText(" Zoe\u0308 ")).toBe("Zoë");
});

test.for([
  ["Café", "cafe"],
  ["ÜBER", "uber"],
  ["Straße", "STRASSE"],
  ["Œuvre", "oeuvre"],
  ["Żółć", "zolc"],
  ["İstanbul", "istanbul"],
  ["Ёлка", "елка"],
  ["e\u0301t\u00e9", "ete"],
  ["world’s", "WORLD'S"],
  ["O´Brien", "obrien"],
  ["“Go”", '"go"'],
  ["wait… what — now", "wait... what - now"],
  ["½ ﬁt ２", "1/2 fit 2"],
  ["soft\u00adly 👩🏽‍🚀", "softly 👩🏽🚀"],
  ["Οδυσσέας", "ΟΔΥΣΣΈΑΣ"],
  ["ışık", "IŞIK"],
] as const)("search treats %s and %s as the same word", ([title, typed]) => {
  expect(foldText(title)).toBe(foldText(typed));
});

test("text differing by more than case and accents stays distinct, and folding twice changes nothing", () => {
  expect(foldText("Voltage: 100 %!")).toBe("voltage: 100 %!");
  expect(foldText("早起き")).not.toBe(foldText("早寝"));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const folded = foldText(text);
      expect([text.normalize("NFC"), folded].map(foldText)).toEqual([folded, folded]);
    }),
  );
});

test("a text has the words of any part of it, in any order and however its blanks are written", () => {
  expect(searchedWords(" Early\u00a0 UP ")).toEqual(["early", "up"]);
  expect(searchedWords("\u200b ’")).toEqual([]);
});
