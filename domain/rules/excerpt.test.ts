import fc from "fast-check";
import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test.for([
  ["short text as it is", "  Stand up.\n\nBreathe. ", 200, "Stand up. Breathe."],
  ["text of exactly that length", "Stand up. Go.", 13, "Stand up. Go."],
  ["whole sentences", "Stand up. Breathe in! Is that all? No.", 30, "Stand up. Breathe in!"],
  ["a line without a period as a sentence", "For today\nStand up and breathe slowly.", 20, "For today"],
  ["a quote with its sentence", "“Get up.” She said it twice.", 12, "“Get up.”"],
  ["a number's point as no end", "Run 3.5 miles today. Then rest.", 24, "Run 3.5 miles today."],
  ["a long first sentence at a word", "Stand up, breathe and begin with one thing.", 20, "Stand up, breathe…"],
  ["no comma before the dots", "Stand up, breathe and begin.", 12, "Stand up…"],
  ["a word that fits to its end", "Stand up now and then.", 13, "Stand up now…"],
  ["a word longer than all", "x".repeat(300), 10, `${"x".repeat(9)}…`],
  ["no half character", "🚀".repeat(300), 10, `${"🚀".repeat(4)}…`],
  ["nothing of nothing", " \n ", 200, ""],
] as const)("excerpts are cut in the right place: %s", ([, text, max, shown]) => {
  expect(excerpt(text, max)).toBe(shown);
});

test("any excerpt stays within its length, on one line, and is empty only if the text is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 2, max: 250 }), (text, max) => {
      const shown = excerpt(text, max);
      expect(shown.length).toBeLessThanOrEqual(max);
      expect(shown).not.toMatch(/\n|^\s|\s$/);
      expect(shown === "").toBe(text.trim() === "");
    }),
    { examples: [["Stand up. ".repeat(50), 200]] },
  );
});
