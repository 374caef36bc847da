import { expect, test } from "vitest";
import { answerDueAt, asksForRefund, asksToStop, isAutomatic } from "./inbound-mail.ts";

const says = (text: string, subject = "") => ({ subject, text });

test.each([
  says("Please refund my last payment"),
  says("", "REFUND"),
  says("I was billed twice"),
  says("I want my money back!"),
  says("otherwise I will do a chargeback"),
])("%o is a refund request", (mail) => {
  expect(asksForRefund(mail)).toBe(true);
});

test.each([
  says("What a fundamental change"),
  says("> You can ask for a refund\nGreat, thanks"),
  says("Thanks\n-----Original Message-----\nrefund"),
])("%o isn't a refund request", (mail) => {
  expect(asksForRefund(mail)).toBe(false);
});

test.each([says("stop"), says("", "Re: STOP"), says("Unsubscribe"), says("please take me off"), says("opt-out")])(
  "%o asks to stop the emails",
  (mail) => {
    expect(asksToStop(mail)).toBe(true);
  },
);

test.each([says("I cannot stop listening"), says("Thanks!\n> unsubscribe at any time"), says("")])(
  "%o doesn't ask to stop the emails",
  (mail) => {
    expect(asksToStop(mail)).toBe(false);
  },
);

test("an email written by a person gets a reply", () => {
  const headers = [
    { key: "auto-submitted", value: "no" },
    { key: "precedence", value: "first-class" },
    { key: "x-auto-response-suppress", value: "None" },
    { key: "content-type", value: "text/plain" },
  ];
  expect(
    isAutomatic({ envelopeFrom: "ana@x.test", fromAddress: "ana@x.test", subject: "Out of office hours?", headers }),
  ).toBe(false);
  expect(
    isAutomatic({
      envelopeFrom: "bouncer@x.test",
      fromAddress: "staff@x.test",
      subject: "Automatic refund?",
      headers: [],
    }),
  ).toBe(false);
});

test.each([
  ["", "ana@x.test"],
  [" <> ", "ana@x.test"],
  ["no-reply@x.test", "ana@x.test"],
  ["b-17@mail.x.test", "No-Reply@x.test"],
  ["b-17@mail.x.test", "mailer-daemon@x.test"],
  ["post_master@x.test", "ana@x.test"],
  ["b-17@x.test", "staff@hotmail.com"],
])("an automated email from envelope %j and sender %j gets no reply", (envelopeFrom, fromAddress) => {
  expect(isAutomatic({ envelopeFrom, fromAddress, subject: "", headers: [] })).toBe(true);
});

test.each([
  ["Auto reply: Rise", []],
  ["Automatic reply: Rise", []],
  ["Auto-Response: Rise", []],
  ["Out of Office", []],
  ["Automatische Antwort: Rise", []],
  ["Rise", [{ key: "X-Apple-Action", value: "VACATION" }]],
])("an automatic reply with the subject %j and headers %j gets no reply", (subject, headers) => {
  expect(isAutomatic({ envelopeFrom: "ana@x.test", fromAddress: "ana@x.test", subject, headers })).toBe(true);
});

test("phrases split across two lines are still found", () => {
  expect(asksForRefund(says("I was charged\r\ntwice"))).toBe(true);
  expect(asksToStop(says("please opt\nout"))).toBe(true);
});

test("a refund request must be answered within a day", () => {
  expect([answerDueAt(0, true), answerDueAt(0, false)]).toEqual([24 * 3_600_000, 48 * 3_600_000]);
});
