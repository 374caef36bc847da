import fc from "fast-check";
import { expect, test } from "vitest";
import { isShowable } from "#domain/rules/text.ts";
import { mailIn, rawMail } from "#test/worker/inbound.ts";
import { readMail } from "./read-mail.ts";
import { textOfHtml } from "./text-of-html.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const read = (raw: string | Uint8Array, envelopeFrom = "ana@x.test") =>
  readMail({ bytes: typeof raw === "string" ? encode(raw) : raw, envelopeFrom });
const withHeaders = (...lines: string[]) => [...lines, "", "Body", ""].join("\r\n");

function nested(depth: number): string {
  const opened = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  );
  return `From: ana@x.test\r\nSubject: Deep\r\n${opened.join("")}Content-Type: text/plain\r\n\r\nrefund\r\n`;
}

/** Emails within emails, to this depth. */
function forwarded(depth: number): string {
  const inner = depth === 0 ? "hello" : forwarded(depth - 1);
  return `From: ana@x.test\r\nSubject: Level ${depth}\r\nContent-Type: message/rfc822\r\n\r\n${inner}`;
}

test("an ordinary email with text and HTML parts is read as decoded text", async () => {
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

test("an HTML-only email is read without its markup, styles, and scripts", async () => {
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
] as const)("an email with %s can still be read", async ([, raw, expected]) => {
  expect(await read(raw)).toMatchObject(expected);
});

test("an email with endless headers is read from its first headers and never auto-answered", async () => {
  const huge = withHeaders("From: a@x.test", `X-Filler: ${"y".repeat(3_000_000)}`);
  const many = withHeaders(
    "From: a@x.test",
    ...Array.from({ length: 20_000 }, (_, at) => `X-${at}: ${"z".repeat(50)}`),
  );
  for (const raw of [huge, many])
    expect(await read(raw)).toMatchObject({ fromAddress: "a@x.test", preview: "", isAutomatic: true });
});

const PLAIN = "Content-Type: text/plain; charset=utf-8";
const HTML = "Content-Type: text/html; charset=utf-8";

function multipart(subtype: string, ...parts: [headers: string, body: string][]): [headers: string, body: string] {
  const boundary = crypto.randomUUID();
  const body = parts.map(([headers, text]) => `--${boundary}\r\n${headers}\r\n\r\n${text}\r\n`).join("");
  return [
    `Content-Type: multipart/${subtype};\r\n\tboundary="${boundary}"`,
    `Preamble\r\n${body}--${boundary}--\r\nAfter\r\n`,
  ];
}

function mailOfParts([headers, body]: [string, string]): string {
  return `From: ana@x.test\r\nSubject: Parts\r\n${headers}\r\n\r\n${body}`;
}

const LONG = "I was glad to wake up. ".repeat(5_000);
const PHOTO: [string, string] = [
  'Content-Type: image/jpeg; name="a.jpg"\r\nContent-Disposition: attachment; filename="a.jpg"\r\nContent-Transfer-Encoding: base64',
  `${"A".repeat(76)}\r\n`.repeat(40_000),
];

test.for([
  [
    "two forms of 100 kB and a photo",
    multipart("mixed", multipart("alternative", [PLAIN, `Refund.\r\n${LONG}`], [HTML, `<p>${LONG}`]), PHOTO),
    /^Refund\. I was/,
  ],
  ["words below a photo of 3 MB", multipart("mixed", PHOTO, [PLAIN, "A refund, please."]), /^A refund, please\.$/],
  [
    "HTML with its pictures beside plain text",
    multipart("alternative", [PLAIN, "Refund"], multipart("related", [HTML, "<p>Other"], PHOTO)),
    /^Refund$/,
  ],
  [
    "HTML above what a scanner for viruses adds",
    multipart("mixed", [HTML, "<p>Refund"], [PLAIN, "No virus."]),
    /^Refund No virus\.$/,
  ],
  ["an empty plain form", multipart("alternative", [PLAIN, ""], [HTML, "<p>Refund"]), /^Refund$/],
  ["a part without headers of its own", multipart("mixed", ["", "\r\nRefund"]), /Refund$/],
  [
    "a text that is attached",
    multipart("mixed", [PLAIN, "Refund"], [`${PLAIN}\r\nContent-Disposition: attachment`, "log"]),
    /^Refund$/,
  ],
  [
    "a mail that is passed on",
    multipart(
      "mixed",
      [PLAIN, "Refund"],
      ["Content-Type: message/rfc822", mailOfParts(multipart("mixed", [PLAIN, "Other"]))],
    ),
    /^Refund$/,
  ],
  ["base64", [`${PLAIN}\r\nContent-Transfer-Encoding: base64`, "UmVmdW5k\r\nIEdyw7zDn2U=\r\n"], /^Refund Grüße$/],
  [
    "quoted-printable",
    [
      "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable",
      "Re=\r\nfund Gr=FC=DFe=20= \r\n=3D",
    ],
    /^Refund Grüße =$/,
  ],
  [
    "flowed lines",
    [`${PLAIN}; format=flowed`, "my money \r\nback refund\r\n-- \r\nAna"],
    /^my money back refund -- Ana$/,
  ],
  ["flowed lines whose spaces go", [`${PLAIN}; format=flowed; delsp=yes`, "Re \r\nfund"], /^Refund$/],
  [
    "quoted-printable that ends in a line that goes on",
    [`${PLAIN}\r\nContent-Transfer-Encoding: quoted-printable`, "Refund="],
    /^Refund$/,
  ],
  ["a parameter within another's quotes", ['Content-Type: text/plain; name="a; charset=utf-16"', "Refund"], /^Refund$/],
  [
    "a boundary of quoted pairs",
    ['Content-Type: multipart/mixed; boundary="a\\+b"', `--a+b\r\n${PLAIN}\r\n\r\nRefund`],
    /^Refund$/,
  ],
] as const)("a refund request is recognized by its wording: %s", async ([, parts, preview]) => {
  const mail = await read(mailOfParts([...parts]));
  expect(mail).toMatchObject({ subject: "Parts", preview: expect.stringMatching(preview), asksRefund: true });
});

const SENT_ON = mailOfParts([PLAIN, "You can ask for a refund."]);

test.for([
  ["a mail sent on as a file", "Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=a.eml"],
  ["a mail sent on within", "Content-Type: message/rfc822\r\nContent-Disposition: inline"],
] as const)(
  "%s without added text is shown as an attachment, and its text isn't attributed to the sender",
  async ([, headers]) => {
    const mail = await read(mailOfParts(multipart("mixed", [PLAIN, ""], [headers, SENT_ON])));
    expect(mail).toMatchObject({ preview: "Attached message", asksRefund: false });
    const withWords = await read(mailOfParts(multipart("mixed", [PLAIN, "Please refund me."], [headers, SENT_ON])));
    expect(withWords).toMatchObject({ preview: "Please refund me.", asksRefund: true });
  },
);

test("if a header is duplicated, the first one counts", async () => {
  const mail = await read(
    [
      "From: Ana <ana@x.test>",
      "From: Bank <no-reply@bank.test>",
      "Subject: A refund, please",
      "Subject: Hello",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Type: text/html",
      "",
      "1 < 2 <b> Grüße",
    ].join("\r\n"),
  );
  expect(mail).toMatchObject({ fromAddress: "ana@x.test", subject: "A refund, please", preview: "1 < 2 <b> Grüße" });
  expect(mail).toMatchObject({ isAutomatic: false, asksRefund: true });
});

test.for([
  ["a table", "<table><tr><td>I want my</td><td>money</td><td>back</td></tr></table>"],
  [
    "Gmail's HTML with the answer below",
    '<div class="gmail_quote">On Fri, Nov 20, 2026, Daybolt wrote:<br></div><blockquote>Unsubscribe here</blockquote><div>I want a refund</div>',
  ],
  [
    "Thunderbird's",
    '<div class="moz-cite-prefix">On 11/20/26 06:00, Daybolt wrote:<br></div><blockquote type="cite"><p>Unsubscribe</p></blockquote><p>A refund&#x2c; please</p>',
  ],
])("a refund request in HTML is recognized, and quoted text is ignored: %s", async ([, html]) => {
  const mail = await read(rawMail({ from: "a@x.test", text: html, headers: { "Content-Type": "text/html" } }));
  expect(mail).toMatchObject({ asksRefund: true, asksStop: false });
});

test.for([
  [
    "Outlook's HTML",
    "<p>Thanks</p><hr><p><b>From:</b> Daybolt<br><b>Sent:</b> Friday<br><b>To:</b> Ana</p><p>Ask for a refund or unsubscribe</p>",
  ],
  [
    "Gmail's",
    '<div>Thanks</div><div class="gmail_quote">On Fri, Daybolt wrote:<br><blockquote>refund, unsubscribe</blockquote></div>',
  ],
])("our own text quoted in %s isn't taken as a request", async ([, html]) => {
  const mail = await read(rawMail({ from: "a@x.test", text: html, headers: { "Content-Type": "text/html" } }));
  expect(mail).toMatchObject({ preview: "Thanks", asksRefund: false, asksStop: false });
});

test("quoted text stays quoted next to flowed lines", async () => {
  const flowed = (text: string) => read(mailOfParts([`${PLAIN}; format=flowed`, text]));
  expect(await flowed("Thanks for it. \r\n> If you want a refund")).toMatchObject({ asksRefund: false });
  expect(await flowed("> Our mail \r\nPlease unsubscribe me.")).toMatchObject({ asksStop: true });
});

test("text is found however deeply the parts are nested", async () => {
  expect(await read(nested(150))).toMatchObject({ subject: "Deep", preview: "refund", asksRefund: true });
});

const MOST_BYTES = 5 * 1024 * 1024;
const filledWith = (unit: string, bytes = MOST_BYTES) => unit.repeat(Math.floor(bytes / unit.length));
const announced = (subtype: string, body: string) => `Content-Type: multipart/${subtype}; boundary=b\r\n\r\n${body}`;
const inParts = (html: string) => announced("mixed", `--b\r\n${PLAIN}\r\n\r\nHi\r\n--b\r\n${HTML}\r\n\r\n${html}`);
const encodedAs = (encoding: string, body: string) => `Content-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
const asHeader = (name: string, value: string) => `${name}: ${value}\r\n\r\n`;

// Emails of the largest size read, each in a fraction of a second. A reader whose work grows faster than the email
// would take minutes: the Worker would be ended before the email has a row, and no try can catch that.
test.for([
  ["links that do not end", inParts(filledWith("<a href="))],
  ["tags that do not end", inParts(filledWith("<"))],
  ["comments that do not end", inParts(filledWith("<!--"))],
  ["scripts that do not end", inParts(filledWith("<script>"))],
  ["heads that end", inParts(filledWith("</head"))],
  ["entities", inParts(filledWith("&amp;&#1;&"))],
  ["parts", announced("mixed", filledWith("--b\r\n\r\n"))],
  ["parts that are all HTML", announced("mixed", filledWith(`--b\r\n${HTML}\r\n\r\n<a href=\r\n`))],
  ["forms of one text", announced("alternative", filledWith("--b\r\n\r\nx\r\n"))],
  ["multiparts in multiparts", nested(60_000)],
  ["lines like boundaries", announced("mixed", filledWith("--\r\n"))],
  ["long lines like boundaries", announced("mixed", filledWith(`--${"b".repeat(190)}\r\n`))],
  ["boundaries that end", announced("mixed", filledWith("--b--\r\n"))],
  ["parts of headers alone", announced("mixed", filledWith(`--b\r\n${filledWith("a\n \n", 100_000)}\r\n`))],
  ["empty lines", `\r\n${filledWith("\n")}`],
  ["one line", `\r\n${filledWith("a")}`],
  ["spaces", `\r\n${filledWith(" ")}`],
  ["quotes", `\r\n${filledWith(">\n")}`],
  ["dashes", `\r\n${filledWith("-")}`],
  ["what begins a quote", `\r\n${filledWith("On ")}`],
  ["flowed lines", `${PLAIN}; format=flowed\r\n\r\n${filledWith("a \n")}`],
  ["empty flowed lines", `${PLAIN}; format=flowed; delsp=yes\r\n\r\n${filledWith("\n")}`],
  ["marks out of order", `\r\n${filledWith("\u0301\u0323", MOST_BYTES / 2)}`],
  ["quoted-printable", encodedAs("quoted-printable", filledWith("=41a"))],
  ["quoted-printable of nothing", encodedAs("quoted-printable", filledWith("= "))],
  ["base64 in short lines", encodedAs("base64", filledWith("A\n"))],
  ["base64 of padding", encodedAs("base64", filledWith("=A"))],
  ["a calendar of empty lines", `Content-Type: text/calendar\r\n\r\n${filledWith("\n")}x`],
  ["folded headers", filledWith("a\n", 60_000) + filledWith(" \n", 60_000)],
  ["a header folded often", `Subject: a\r\n${filledWith(" \n", 120_000)}`],
  ...["a,", "a.", "<", "(", "a:", "a@", " a", "a\\", "a\r\n ", "=?utf-8?B?YQ==?= ", '"'].map(
    (unit) => [`From of ${JSON.stringify(unit)}`, asHeader("From", filledWith(unit, 120_000))] as const,
  ),
  ...["=?", "=?x?B?", "=?utf-8?Q?=41?= ", "=?utf-8?B?", " "].map(
    (unit) => [`Subject of ${JSON.stringify(unit)}`, asHeader("Subject", filledWith(unit, 120_000))] as const,
  ),
  ...['; boundary="', "; ", ";boundary ", "("].map(
    (unit) =>
      [
        `Content-Type of ${JSON.stringify(unit)}`,
        asHeader("Content-Type", `multipart/mixed${filledWith(unit, 120_000)}`),
      ] as const,
  ),
  ["a name of 120 kB", asHeader(filledWith("a", 120_000), "")],
] as const)("an email built to be slow is read in bounded time: %s", async ([, raw]) => {
  expect(await read(`Message-ID: <hostile@x.test>\r\n${raw}`)).toMatchObject({ messageId: "<hostile@x.test>" });
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

test("reading any bytes finishes and gives displayable text", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), fc.uint8Array({ maxLength: 200 }), async (pieces, noise) => {
      const mail = await read(Uint8Array.from([...encode(pieces.join("")), ...noise, ...encode(pieces.join(""))]));
      for (const text of [mail.subject, mail.preview, mail.fromName]) expect(isShowable(text, "one")).toBe(true);
      expect(mail.id).toMatch(/^[0-9a-f]{64}$/);
    }),
    { numRuns: 200 },
  );
});

test("the handler never throws and never rejects an email it has kept", async () => {
  for (const raw of [nested(200), forwarded(50), "", withHeaders("From: Team:;")]) {
    const { rejected, forwardedTo } = await mailIn({ envelopeFrom: "x@x.test", raw });
    expect([rejected, forwardedTo.length <= 1]).toEqual([[], true]);
  }
});

test("text from HTML has no tags and always ends, however broken the HTML", () => {
  expect(textOfHtml("<p>One</p><p>Two<br>Three")).toBe("One\n\nTwo\nThree");
  expect(textOfHtml("a < b <unclosed")).toBe("a < b");
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(textOfHtml(`<style>${text}</style>`.replace(/<\/style>(?=.)/gi, ""))).not.toContain("<style");
    }),
  );
});
