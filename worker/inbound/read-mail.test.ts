import fc from "fast-check";
import { expect, test } from "vitest";
import { isShowable } from "#domain/rules/text.ts";
import { mailIn, rawMail } from "#test/worker/inbound.ts";
import { readMail } from "./read-mail.ts";
import { textOfHtml } from "./text-of-html.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const read = (raw: string | Uint8Array, envelopeFrom = "ana@x.test") =>
  readMail({ bytes: typeof raw === "string" ? encode(raw) : raw, isWhole: true, envelopeFrom });
const withHeaders = (...lines: string[]) => [...lines, "", "Body", ""].join("\r\n");

/** Multipart in multipart, so many deep. */
function nested(depth: number): string {
  const opened = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  );
  return `From: ana@x.test\r\nSubject: Deep\r\n${opened.join("")}Content-Type: text/plain\r\n\r\nrefund\r\n`;
}

/** A mail in a mail, so many deep. */
function forwarded(depth: number): string {
  const inner = depth === 0 ? "hello" : forwarded(depth - 1);
  return `From: ana@x.test\r\nSubject: Level ${depth}\r\nContent-Type: message/rfc822\r\n\r\n${inner}`;
}

test("a usual mail in two forms is read by its words", async () => {
  const parts = [
    ["text/plain; charset=iso-8859-1", Uint8Array.from([...encode("Gr"), 0xfc, 0xdf, ...encode("e")])],
    ["text/html; charset=utf-8", encode("<p>Grüße</p>")],
  ] as const;
  const bytes = [
    encode("From: =?utf-8?Q?J=C3=BCrgen?= <j@x.test>\r\nSubject: =?utf-8?B?R3LDvMOfZQ==?=\r\n"),
    encode('Content-Type: multipart/alternative; boundary="b"\r\n\r\n'),
    ...parts.flatMap(([type, body]) => [encode(`--b\r\nContent-Type: ${type}\r\n\r\n`), body, encode("\r\n")]),
    encode("--b--\r\n"),
  ];
  const mail = await read(Uint8Array.from(bytes.flatMap((part) => [...part])));
  expect(mail).toMatchObject({ fromAddress: "j@x.test", fromName: "Jürgen", subject: "Grüße", preview: "Grüße" });
});

test("a mail of HTML alone is read without its markup, styles and scripts", async () => {
  const html =
    "<html><head><title>T</title><style>p{color:red}</style></head><body><p>I want a&nbsp;refund &lt;now&#33; D&eacute;sol&eacute; &ndash; &bogus;</p><script>alert(1)</script></body>";
  const mail = await read(rawMail({ from: "a@x.test", text: html, headers: { "Content-Type": "text/html" } }));
  expect(mail).toMatchObject({ preview: "I want a refund <now! Désolé – &bogus;", asksRefund: true });
});

test.for([
  ["no From", withHeaders("Subject: x"), { fromAddress: "ana@x.test" }],
  ["a group without members", withHeaders("From: undisclosed:;"), { fromAddress: "ana@x.test" }],
  ["a group of two", withHeaders("From: Team: a@x.test, b@x.test;"), { fromAddress: "a@x.test" }],
  ["a From that is no address", withHeaders("From: nobody at all"), { fromAddress: "ana@x.test" }],
  [
    "an unknown charset",
    withHeaders("From: a@x.test", "Content-Type: text/plain; charset=klingon"),
    { preview: "Body" },
  ],
  ["a boundary that never comes", withHeaders("From: a@x.test", "Content-Type: multipart/mixed; boundary=none"), {}],
  ["a multipart without boundary", withHeaders("From: a@x.test", "Content-Type: multipart/mixed"), {}],
  ["base64 that is none", withHeaders("From: a@x.test", "Content-Transfer-Encoding: base64"), {}],
  ["headers alone", "From: a@x.test\r\nSubject: Short", { fromAddress: "a@x.test", subject: "Short" }],
  ["nothing", "", { fromAddress: "ana@x.test", subject: "", preview: "" }],
  [
    "a subject that turns the text around",
    withHeaders("From: a@x.test", "Subject: a\u202Egpj.exe"),
    { subject: "agpj.exe" },
  ],
  ["a Message-ID with a header in it", withHeaders("Message-ID: <a b@x>"), { messageId: null }],
  ["thousands of forwarded mails", forwarded(300), {}],
] as const)("%s is taken as it is", async ([, raw, expected]) => {
  expect(await read(raw)).toMatchObject(expected);
});

test("what breaks the parser is read by its headers, and where they break it, too, nobody answers it", async () => {
  expect(await read(nested(200))).toMatchObject({ subject: "Deep", fromAddress: "ana@x.test", asksRefund: false });
  const huge = withHeaders("From: a@x.test", `X-Filler: ${"y".repeat(3_000_000)}`);
  expect(await read(huge)).toMatchObject({ preview: "" });
  const many = withHeaders(...Array.from({ length: 20_000 }, (_, index) => `X-${index}: ${"z".repeat(50)}`));
  expect(await read(many)).toMatchObject({ fromAddress: "ana@x.test" });
});

const piece = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "From: a@x.test\r\n",
    "Subject: =?utf-8?B?////?=\r\n",
    "Content-Type: multipart/mixed; boundary=b\r\n",
    "Content-Type: message/rfc822\r\n",
    "Content-Transfer-Encoding: quoted-printable\r\n",
    "\r\n\r\n",
    "--b\r\n",
    "--b--\r\n",
    "=?iso-2022-jp?Q?=1B?=",
    "<p>refund",
    "&#1114112;",
  ),
);

test("whatever bytes come in, reading ends, and what it says can be shown", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), fc.uint8Array({ maxLength: 200 }), async (pieces, noise) => {
      const mail = await read(Uint8Array.from([...encode(pieces.join("")), ...noise, ...encode(pieces.join(""))]));
      for (const text of [mail.subject, mail.preview, mail.fromName]) expect(isShowable(text, "one")).toBe(true);
      expect(mail.id).toMatch(/^[0-9a-f]{64}$/);
    }),
    { numRuns: 200 },
  );
});

test("the handler never throws and never sends back what it has kept", async () => {
  for (const raw of [nested(200), forwarded(50), "", withHeaders("From: Team:;")]) {
    const { rejected, forwardedTo } = await mailIn({ envelopeFrom: "x@x.test", raw });
    expect([rejected, forwardedTo.length <= 1]).toEqual([[], true]);
  }
});

test("the text of HTML has no tag of it and ends, however it is broken", () => {
  expect(textOfHtml("<p>One</p><p>Two<br>Three")).toBe("One\n\nTwo\nThree");
  expect(textOfHtml("a < b <unclosed")).not.toContain("<");
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(textOfHtml(`<style>${text}</style>`.replace(/<\/style>(?=.)/gi, ""))).not.toContain("<style");
    }),
  );
});
