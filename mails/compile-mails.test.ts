import { expect, test, vi } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { PARTICULARS_BYTES } from "#test/support/mail-size.ts";
import { compileMails } from "./compile-mails.ts";

const mails = await compileMails();

/** Names of the placeholders that the Worker fills in. */
function placeholdersIn({ html, text }: { html: string; text: string }): string[] {
  const names = [...`${html}${text}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
  return [...new Set(names)].sort();
}

test.each(Object.entries(mails))("%s stays below the size at which Gmail clips an email", (_, mail) => {
  expect(new TextEncoder().encode(mail.html).length).toBeLessThan(90_000);
});

test.each(Object.entries(mails))("%s has no scripts and no unset values", (_, mail) => {
  for (const part of [mail.html, mail.text]) expect(part).not.toMatch(/<script|undefined|\[object/i);
});

test.each(Object.entries(mails))("%s puts every link on its own line in the plain text", (_, mail) => {
  const lines = mail.text.split("\n");
  for (const url of placeholdersIn(mail).filter((name) => name.endsWith("Url"))) {
    expect(mail.html).toContain(`href="{{${url}}}"`);
    expect(lines).toContain(`{{${url}}}`);
  }
});

test.each(Object.entries(mails))("%s has no markup and no raw entities in its plain text", (_, mail) => {
  expect(mail.text).not.toMatch(/<[a-z/]|&#?\w+;/i);
});

/** An email's visible texts, each with the color set by an attribute around it, if any. */
function inkOf(html: string): { text: string; color: string | null }[] {
  const open: { tag: string; color: string | null }[] = [];
  const found: { text: string; color: string | null }[] = [];
  const seen = html.slice(html.indexOf("<body")).replace(/<div[^>]*display:none.*?<\/div>/s, "");
  for (const [part] of seen.replace(/<!--.*?-->/gs, "").matchAll(/<[^>]*>|[^<]+/g)) {
    const [, closing, tag = ""] = /^<(\/?)([a-z0-9]+)/.exec(part) ?? [];
    if (tag === "") {
      const text = part.replace(/[\s\u00a0]+/g, " ").trim();
      if (text !== "") found.push({ text, color: open.findLast(({ color }) => color !== null)?.color ?? null });
    } else if (closing)
      open.splice(
        open.findLastIndex((other) => other.tag === tag),
        1,
      );
    else if (!/^(?:img|br|meta)$/.test(tag) && !part.endsWith("/>")) {
      open.push({ tag, color: tag === "font" ? (/color="([^"]+)"/.exec(part)?.[1] ?? null) : null });
    }
  }
  return found;
}

test("the color check finds every visible text of an email and its color", () => {
  expect(inkOf('<body><p>a<font color="#fff">b<br/><a href="x">c</a></font></p>d')).toEqual([
    { text: "a", color: null },
    { text: "b", color: "#fff" },
    { text: "c", color: "#fff" },
    { text: "d", color: null },
  ]);
});

test.each(Object.entries(mails))("%s is readable where styles are dropped but backgrounds are kept", (_, { html }) => {
  const texts = inkOf(html);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter(({ color }) => color === null)).toEqual([]);
  // Buttons have dark text; their background is an attribute, too.
  const buttons = html.match(/<td[^>]*bgcolor="#ffd60a"[^>]*><a [^>]*><font color="#08080b">/g) ?? [];
  expect(buttons).toHaveLength(html.includes("border-radius:14px") ? 1 : 0);
  expect(texts.filter(({ color }) => color === "#08080b")).toHaveLength(buttons.length);
});

const WORDS_OWN = /<!--\[if mso\]>(.*?)<!\[endif\]-->/gs;

test.each(Object.entries(mails))("%s has a fixed width for Word and a hidden preheader", (_, { html, text }) => {
  const words = [...html.matchAll(WORDS_OWN)].map(([, part]) => part);
  expect(words[0]).toMatch(/^<table [^>]*width="560"/);
  expect(words.at(-1)).toBe("</td></tr></table>");
  expect(words).toHaveLength(html.includes("{{artwork}}") ? 3 : 2);
  expect(html.replaceAll(WORDS_OWN, "").replace(/<!--\[if !mso\]><!-->.*?<!--<!\[endif\]-->/s, "")).not.toContain(
    "<!--",
  );
  expect(html).toMatch(/<div style="display:none;[^"]*mso-hide:all"/);
  expect(text).not.toMatch(/%[/\w-]+%|word-|[\u200b\u200c]/);
});

test("a picture comes before the text, reserves its space, and is neither read aloud nor in the plain text", () => {
  const { html, text } = mails["wake-up"];
  const [words = "", others = "", ...more] = html.match(/<img[^>]*>/g) ?? [];
  expect(more).toEqual([]);
  for (const attribute of ['src="{{artwork}}"', 'alt=""', 'width="560"', 'height="294"']) {
    expect(words).toContain(attribute);
  }
  // No width in pixels: on a phone that drops styles, the email would scroll sideways.
  for (const attribute of ['src="{{artwork}}"', 'alt=""', 'width="100%"', "aspect-ratio:1200/630"]) {
    expect(others).toContain(attribute);
  }
  expect(html).toContain(`<!--[if mso]>${words}<![endif]--><!--[if !mso]><!-->${others}<!--<![endif]-->`);
  expect(html.indexOf(others)).toBeLessThan(html.indexOf("{{greeting}}"));
  expect(text).not.toContain("artwork");
});

test("gift emails match the /gift page: gold paper, then the giver's message, then the gift link", () => {
  const wrapped = [
    "gift",
    "gift-with-words",
    "gift-reminder",
    "gift-reminder-last",
    "gift-waits",
    "gift-receipt",
  ] as const;
  for (const name of [...wrapped, "gift-receipt-now", "gift-delayed"] as const) {
    const { html, text } = mails[name];
    const [paper = ""] = html.match(/<td bgcolor="#ffd60a" align="center" height="112"[^>]*><img[^>]*>/) ?? [];
    // Word knows a picture's size by its attributes alone; nothing is read out.
    for (const attribute of ['src="{{picture}}"', 'alt=""', 'width="48"', 'height="48"'])
      expect(paper).toContain(attribute);
    expect(html.indexOf(paper)).toBeLessThan(html.indexOf("<h1"));
    expect(text).not.toContain("picture");
  }
  const { text } = mails["gift-with-words"];
  const places = ["got you {{timeText}} of mornings", "{{message}}", "{{giftUrl}}", "It's paid for."];
  const found = places.map((part) => text.indexOf(part));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found[0]).toBeGreaterThanOrEqual(0);
});

test("welcomes, receipts, and emails for an opened gift show artwork; a bounced or refunded gift has no picture", () => {
  const welcomes = ["welcome-setup", "welcome", "trial-welcome", "payment-receipt"] as const;
  for (const name of [...welcomes, "gift-started", "gift-started-setup", "gift-redeemed"] as const)
    expect(mails[name].html).toContain('<img src="{{artwork}}" alt=""');
  for (const name of ["gift-bounced", "gift-refunded"] as const) expect(mails[name].html).not.toContain("<img");
});

test.each(Object.entries(mails))("%s has its own title, the same as its headline", (_, { html, text }) => {
  const [, title = ""] = /<title>([^<]+) · Daybolt<\/title>/.exec(html) ?? [];
  const [, headline = ""] = /<h1[^>]*><font[^>]*>([^<]+)</.exec(html) ?? [];
  expect(title).toBe(headline);
  expect(title).toMatch(/\w/);
  expect(text).not.toContain("· Daybolt");
});

test("failed-payment emails number PayPal's steps, in plain text too", () => {
  const failed = ["payment-failed", "payment-failed-first", "payment-failed-again", "payment-failed-last"] as const;
  for (const name of failed) {
    const { html, text } = mails[name];
    expect(html.match(/<ol|<li/g)).toEqual(["<ol", "<li", "<li", "<li"]);
    expect(html.indexOf("<ol")).toBeLessThan(html.indexOf("Fix it in PayPal"));
    expect(text).toMatch(
      /^ ?1\. Open your automatic payments in PayPal\.\n ?2\. Choose Daybolt\.\n ?3\. Pick another/m,
    );
  }
});

test("a member's first email says who speaks, if the brand has a voice", async () => {
  const brand = await import("#domain/brand.ts");
  const VOICE = { name: "Ray Riser", line: "Up at four since 2009.", picture: "/artwork/voice.jpg" };
  vi.resetModules();
  vi.doMock("#domain/brand.ts", () => ({ ...brand, VOICE }));
  const { compileMails: compileSpoken } = await import("./compile-mails.ts");
  const spoken = await compileSpoken();
  vi.doUnmock("#domain/brand.ts");
  const first = ["welcome-setup", "trial-welcome", "gift-started-setup"] as const;
  for (const name of first) {
    expect(spoken[name].html).toContain('<img src="{{site}}/artwork/voice.jpg" alt=""');
    expect(spoken[name].text).toContain("Ray Riser\nUp at four since 2009.");
    expect(mails[name].html).not.toContain("{{site}}");
  }
  const others = Object.entries(spoken).filter(([name]) => !first.some((one) => one === name));
  expect(others.filter(([, { html }]) => html.includes("Ray Riser"))).toEqual([]);
});

test("the same sources produce the same emails", async () => {
  expect(await compileMails()).toEqual(mails);
});

test("the operator's name and address appear in the wake-up email within the bytes reserved for them", async () => {
  const empty = { ...BRAND };
  const legalName = "Daybolt Media & Morning Broadcasting International Holdings LLC";
  const postalAddress =
    "Suite 1200, The Old Lighthouse & Harbor Building, 1234 North Lake Shore Drive, Chicago, IL 60611-1234, USA";
  Object.assign(BRAND, { legalName, postalAddress });
  const filled = await compileMails().finally(() => Object.assign(BRAND, empty));
  const { html, text } = filled["wake-up"];
  expect(text).toContain(`${legalName}, ${postalAddress}`);
  const bytes = (mail: string) => new TextEncoder().encode(mail).length;
  expect(bytes(html) - bytes(mails["wake-up"].html)).toBeLessThanOrEqual(PARTICULARS_BYTES);
});
