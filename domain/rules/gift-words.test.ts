import fc from "fast-check";
import { expect, test } from "vitest";
import { isGiftMessage, isGiftName } from "./gift-words.ts";

test.each([
  "Sam",
  "Mary-Jane O'Neil",
  "Mom & Dad",
  "José María de la Cruz",
  "Dr. Q. Kim, Jr.",
  "山田 太郎",
  "Wwwendy",
  "🎁 Ana",
])("%s is a name", (name) => {
  expect(isGiftName(name)).toBe(true);
});

test.each([
  "PayPal Security (call +1 800 555 0100)",
  "Agent 7",
  "pay@x.test",
  "x.test/login",
  "www.x.test",
  "WWW.X.TEST",
  "Agent ７",
  "Agent ٧",
  "w\u200bww.x.test",
])("%s is none", (name) => {
  expect(isGiftName(name)).toBe(false);
});

test.each([
  "",
  "Up you get!\nLove, Mom",
  "Happy 40th birthday.Love you!",
  "See you on 12/25/2026.",
  "See you on 2026-12-25 (Friday).",
  "Since 12.25.2026, 24/7, and/or forever... yours",
  "A 9.5/10 from me",
  "Room 12, at 6:30. Call me: 555-1234",
  "1 2 3 4 5 6 7 8, go!",
])("%j may be said", (message) => {
  expect(isGiftMessage(message)).toBe(true);
});

test.each([
  "https://x.test",
  "hxxp://x.test",
  "Go to www.x.test",
  "write to pay@x.test",
  "see bit.ly/abc",
  "see x.co.uk/abc",
  "see my-shop.example/abc",
  "call 800 555 0100",
  "call +1 (800) 555-0100",
  "call 800.555/0100",
  "call 8 0 0 5 5 5 0 1 0 0",
  "call 800–555–0100",
  "call 800\u00a0555\u00a00100",
  "call 800\u200b555\u200b0100",
  "call ８００５５５０１００",
  "see bit．ly／abc",
])("%j leads elsewhere", (message) => {
  expect(isGiftMessage(message)).toBe(false);
});

test("nine digits are found however they are spread, and eight are not", () => {
  const between = fc.array(fc.constantFrom(" ", "-", ".", "/", "(", ")", "[", "\n"), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), between), { minLength: 8, maxLength: 9 }), (digits) => {
      const text = digits.map(([digit, marks]) => `${digit}${marks.join("")}`).join("");
      expect(isGiftMessage(`Hello ${text} dear`)).toBe(digits.length === 8);
    }),
  );
});
