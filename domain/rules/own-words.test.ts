import fc from "fast-check";
import { expect, test } from "vitest";
import { asksForRefund, asksToStop } from "./inbound-mail.ts";
import { ownWords } from "./own-words.ts";

const OURS = ["You can ask for a refund within 48 hours.", "Unsubscribe: https://daybolt.test/unsubscribe"];
const quoted = OURS.map((line) => `> ${line}`).join("\n");
const bare = OURS.join("\n");

/** How email programs introduce quotations. */
const ATTRIBUTIONS = {
  Thunderbird: "On 11/20/26 06:00, Daybolt wrote:",
  Gmail: "On Fri, Nov 20, 2026 at 6:00 AM Daybolt <wake-up@daybolt.test> wrote:",
  "Gmail, broken": "On Fri, Nov 20, 2026 at 6:00 AM Daybolt Morning Emails <\nwake-up@daybolt.test> wrote:",
  "Gmail, broken twice": "On Fri, Nov 20, 2026 at 6:00 AM Daybolt\n<wake-up@daybolt.test>\nwrote:",
  Proton: "On Friday, November 20th, 2026 at 6:00 AM, Daybolt <wake-up@daybolt.test> wrote:",
  "Proton of before": "------- Original Message -------\nOn Friday, November 20th, 2026 at 6:00 AM, Daybolt wrote:",
  Zoho: "---- On Fri, 20 Nov 2026 06:00:00 -0600 Daybolt <wake-up@daybolt.test> wrote ----",
  "Thunderbird in German": "Am 20.11.26 um 06:00 schrieb Daybolt:",
  "Gmail in French": "Le ven. 20 nov. 2026 à 06:00, Daybolt <wake-up@daybolt.test> a écrit :",
  "Gmail in Spanish": "El vie, 20 nov 2026 a las 6:00, Daybolt (<wake-up@daybolt.test>) escribió:",
};

const HEADS = {
  ...ATTRIBUTIONS,
  "Outlook of before": "-----Original Message-----\nFrom: Daybolt <wake-up@daybolt.test>\nSent: Friday",
  Outlook:
    "From: Daybolt <wake-up@daybolt.test>\nSent: Friday, November 20, 2026 6:00 AM\nTo: ana@x.test\nSubject: Rise",
  "Outlook in bold": "*From:* Daybolt\n*Sent:* Friday, November 20, 2026 6:00 AM\n*To:* Ana",
  "Outlook in German": "Von: Daybolt\nGesendet: Freitag, 20. November 2026 06:00\nAn: Ana\nBetreff: Rise",
  "Outlook in French": "De : Daybolt\nEnvoyé : vendredi 20 novembre 2026 06:00\nÀ : Ana\nObjet : Rise",
  "Outlook in Spanish": "De: Daybolt\nEnviado el: viernes, 20 de noviembre de 2026 6:00\nPara: Ana",
  "a webmail": "---- Daybolt wrote ----",
  "Gmail's forward": "---------- Forwarded message ---------\nFrom: Daybolt <wake-up@daybolt.test>",
  "Apple's forward": "Begin forwarded message:\n\nFrom: Daybolt",
  "Thunderbird's forward in German": "-------- Weitergeleitete Nachricht --------\nBetreff: Rise",
};

const asks = (text: string) => [asksForRefund({ subject: "", text }), asksToStop({ subject: "", text })];

test.each(Object.entries(HEADS))(
  "%s: our email quoted without > isn't the sender's text, and the text above it is",
  (_, head) => {
    expect(ownWords(`Thanks!\n\n${head}\n\n${bare}`).trim()).toBe("Thanks!");
    expect(asks(`Thanks!\n\n${head}\n\n${bare}`)).toEqual([false, false]);
    expect(asks(`Please refund me\n\n${head}\n\n${bare}`)).toEqual([true, false]);
  },
);

test.each(Object.entries(ATTRIBUTIONS))("%s: a reply below or between quoted lines is the sender's", (_, head) => {
  expect(ownWords(`${head}\n\n${quoted}\n\nThanks!`).trim()).toBe("Thanks!");
  expect(asks(`${head}\n${quoted}\n\nThanks!`)).toEqual([false, false]);
  expect(asks(`${head}\n${quoted}\n\nI want a refund.\n${quoted}\nAna`)).toEqual([true, false]);
  expect(asks(`Hi\n${head.replaceAll("\n", "\r\n")}\r\n\r\n${quoted}\r\n\r\nPlease unsubscribe me`)).toEqual([
    false,
    true,
  ]);
});

const HEADER_BLOCKS = {
  ...Object.fromEntries(Object.entries(HEADS).filter(([name]) => name.startsWith("Outlook"))),
  "Outlook with Cc and attachments":
    "From: Daybolt <wake-up@daybolt.test>\nSent: Friday\nTo: Ana <ana@x.test>;\n Bob <bob@x.test>\nCc: Cy\nAttachments: a.pdf\nSubject: Rise",
  "Outlook, each line a paragraph": "From: Daybolt\n\nSent: Friday\n\nTo: Ana\n\nSubject: Rise",
  "Outlook below a line":
    "________________________________\nFrom: Daybolt <wake-up@daybolt.test>\nSent: Friday\nTo: Ana",
  "a forward with headers":
    "---------- Forwarded message ---------\nFrom: Daybolt <wake-up@daybolt.test>\nDate: Fri, Nov 20, 2026\nSubject: Rise\nTo: <ana@x.test>",
  "Apple's forward":
    "Begin forwarded message:\n\nFrom: Daybolt\nSubject: Rise\nDate: November 20, 2026 at 6:00:00 AM CST\nTo: Ana",
};

test.each(Object.entries(HEADER_BLOCKS))(
  "%s: a reply below quoted lines is the sender's even after a block of headers",
  (_, head) => {
    for (const gap of ["\n", "\n\n"]) {
      const text = `${head}${gap}${quoted}\n\nThanks!`;
      expect(ownWords(text).replace(/^_+/, "").trim()).toBe("Thanks!");
      expect(asks(text)).toEqual([false, false]);
      expect(asks(`Hi\n\n${text} I want a refund.`)).toEqual([true, false]);
      expect(asks(`${text} I want a refund.\n${quoted}`.replaceAll("\n", "\r\n"))).toEqual([true, false]);
    }
    expect(ownWords(`Thanks!\n\n${head}\n\n${bare}`).replace(/_+$/, "").trim()).toBe("Thanks!");
  },
);

test.each([
  "From: Sam Smith\nEmail: sam@x.test\nSubject: Help\nMessage: I want a refund.",
  "From: Sam Smith <sam@x.test>\nSubject: Help\n\nMessage Body:\nI want a refund.\n\n-- \nThis e-mail was sent from a contact form",
  "From: Sam\nDate: Friday\nTo: Daybolt\nSubject: Help\nYour message: I want a refund.",
  "From: sam@x.test\r\nDate: Friday\r\nSubject: Help\r\n\r\nComments:\r\nI want a refund.",
  "Von: Sam\nDatum: Freitag\nBetreff: Hilfe\nNachricht: I want a refund.",
  "New entry\n\nFrom: sam@x.test\nSubject: Help\nMessage: I want a refund.",
  "\nFrom: sam@x.test\n\nI want a refund please.",
  "From: Sam Smith\nSubject: Help\n\nI want a refund please.",
])("%j is a form submission, and all of it is the sender's", (text) => {
  expect(asksForRefund({ subject: "", text })).toBe(true);
});

test("an email that opens with our quoted header, without >, isn't read as a refund or stop request", () => {
  expect(asks(`${HEADS.Outlook}\n\n${bare}`)).toEqual([false, false]);
  expect(asks(`${HEADS["Outlook of before"]}\n\n${bare}`)).toEqual([false, false]);
  expect(asks(`${HEADS["Gmail's forward"]}\n\n${bare}`)).toEqual([false, false]);
});

test("a quote within a quote isn't the sender's either", () => {
  const text = `${HEADS.Gmail}\n> Thanks\n> ${HEADS.Thunderbird}\n>> refund\n\nMy answer`;
  expect(ownWords(text).trim()).toBe("My answer");
});

test.each([
  "From: my bank I see two charges, please refund one",
  "On Monday I was charged.\nI wrote: refund me",
  "De: nada. refund",
  "On the site you say 48 hours, so refund me",
  "- refund -",
  "-- \nAna, who wants a refund",
  "Am I right that I get a refund?",
])("%j isn't mistaken for the start of a quote", (text) => {
  expect(asksForRefund({ subject: "", text })).toBe(true);
});

test("quoted text isn't the sender's own words", () => {
  expect(ownWords("Yes.\n> no\n>> no\nOn Monday, Ana wrote:\nno")).toBe("Yes.");
});

test.each([
  "On \n",
  "On x wrote:\n",
  "On x wrote:\n\n> y\n",
  "From:\n",
  "From: a@b\n> \n",
  "From: a@b\nSent: x\n\n",
  "From: a@b\nSubject: x\n",
  "x\nFrom: a@b\nTo: x\n> \n",
  "From: a@b\nTo: x\nName: y\n",
  "----\n",
  "-".repeat(1000),
  "On x\ny\n",
  "\n",
  ">\n",
])("half a megabyte of %j is read to the end", (unit) => {
  expect(ownWords(unit.repeat(Math.ceil(512_000 / unit.length))).length).toBeLessThanOrEqual(513_000);
});

test("without quote headers, exactly the lines that don't start with > are kept, in order", () => {
  const line = fc.constantFrom("a", "b c", "", "> q", " > q", "refund", "wrote:", "on");
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(ownWords(lines.join("\n"))).toBe(lines.filter((one) => !/^\s*>/.test(one)).join("\n"));
    }),
  );
});
