import { expect, test } from "vitest";
import { compileMails } from "./compile-mails.ts";

const mails = await compileMails();

/** What the Worker fills in; a name that is missing here would reach a member as `{{name}}`. */
const PLACEHOLDERS = {
  "wake-up": [
    "artwork",
    "greeting",
    "longDate",
    "mediaLine",
    "profileUrl",
    "sessionUrl",
    "teaser",
    "title",
    "unsubscribeUrl",
  ],
  "trial-welcome": ["durationText", "endDateText", "name", "setupUrl"],
  "trial-granted": ["durationText", "endDateText", "loginUrl", "name"],
  "trial-extended": ["endDateText", "loginUrl", "name"],
  "trial-extended-setup": ["endDateText", "name", "setupUrl"],
  "address-confirm": ["address", "confirmUrl"],
  "address-changed": ["changedText"],
  "password-reset": ["resetUrl"],
  "password-changed": ["changedText", "resetPageUrl"],
  "test-mail": ["profileUrl", "sender"],
};

test("every mail has exactly its placeholders", () => {
  expect(Object.fromEntries(Object.entries(mails).map(([name, mail]) => [name, mail.placeholders]))).toEqual(
    PLACEHOLDERS,
  );
});

test.each(Object.entries(mails))("%s stays below the size at which Gmail clips a mail", (_, mail) => {
  expect(new TextEncoder().encode(mail.html).length).toBeLessThan(90_000);
});

test.each(Object.entries(mails))("%s is free of scripts and of values that were never set", (_, mail) => {
  for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/<script|undefined|\[object/i);
});

test.each(Object.entries(mails))("%s gives every link a line of its own in the plain text", (_, mail) => {
  const lines = mail.text.split("\n");
  for (const url of mail.placeholders.filter((name) => name.endsWith("Url"))) {
    expect(mail.html).toContain(`href="{{${url}}}"`);
    expect(lines).toContain(`{{${url}}}`);
  }
});

test.each(Object.entries(mails))("%s has no markup and no raw entities in its plain text", (_, mail) => {
  expect(mail.text).not.toMatch(/<[a-z/]|&[a-z]+;/i);
});

test("a picture comes after words and button, keeps its room, and is neither read out nor in the plain text", () => {
  const { html, text } = mails["wake-up"];
  const [picture = ""] = html.match(/<img[^>]*>/g) ?? [];
  for (const attribute of ['src="{{artwork}}"', 'alt=""', 'width="560"', 'height="294"']) {
    expect(picture).toContain(attribute);
  }
  expect(html.indexOf(picture)).toBeGreaterThan(html.indexOf("{{sessionUrl}}"));
  expect(html.indexOf(picture)).toBeLessThan(html.indexOf("{{unsubscribeUrl}}"));
  expect(text).not.toContain("artwork");
});

test("the same sources give the same mails", async () => {
  expect(await compileMails()).toEqual(mails);
});
