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
  "trial-ends-week": ["endDateText", "leftText", "name", "subscribeUrl"],
  "trial-ends-day": ["endDateText", "name", "subscribeUrl"],
  "welcome-setup": ["planText", "resetPageUrl", "setupUrl"],
  welcome: ["dashboardUrl", "name", "planText", "profileUrl"],
  "payment-receipt": [
    "amountText",
    "dateText",
    "nextText",
    "number",
    "periodText",
    "planText",
    "profileUrl",
    "totalText",
  ],
  "payment-failed": ["accessEndText", "amountText", "payPalUrl", "planText", "retryText"],
  "payment-failed-again": ["accessEndText", "amountText", "payPalUrl", "planText"],
  "payment-failed-last": ["accessEndText", "amountText", "payPalUrl", "planText"],
  "payment-recovered": ["amountText", "dashboardUrl", "nextText", "planText"],
  "payment-refunded": ["accessText", "amountText", "dateText", "daysText", "number", "profileUrl"],
  "subscription-cancelled": ["dateText", "endText", "planText", "subscribeUrl"],
  "subscription-ended": ["endText", "planText", "reasonText", "subscribeUrl"],
  "plan-changed": ["fromText", "priceText", "profileUrl", "startText", "toText"],
  "renewal-ahead": ["dateText", "planText", "priceText", "profileUrl"],
  "difference-report": ["adminUrl", "countText", "dateText", "lines"],
  gift: ["expiresText", "giftUrl", "giverName", "lengthText", "recipientName"],
  "gift-with-words": ["expiresText", "giftUrl", "giverName", "lengthText", "message", "recipientName"],
  "gift-reminder": ["expiresText", "giftUrl", "giverName", "lengthText", "recipientName"],
  "gift-reminder-last": ["expiresText", "giftUrl", "giverName", "lengthText", "recipientName"],
  "gift-receipt": [
    "amountText",
    "dateText",
    "deliverText",
    "giverName",
    "lengthText",
    "number",
    "orderUrl",
    "planText",
    "recipientEmail",
    "recipientName",
    "totalText",
  ],
  "gift-redeemed": ["dateText", "giverName", "lengthText", "orderUrl", "recipientName"],
  "gift-waits": ["giverName", "lengthText", "profileUrl", "recipientName"],
  "gift-started": ["dashboardUrl", "endText", "giverName", "lengthText", "recipientName", "startText"],
  "gift-started-setup": ["endText", "giverName", "recipientName", "resetPageUrl", "setupUrl", "startText"],
  "gift-refunded": ["amountText", "dateText", "daysText", "orderUrl", "recipientName"],
  "live-event-week": ["calendarUrl", "joinUrl", "noteText", "title", "unsubscribeUrl", "whenText"],
  "live-event-soon": ["calendarUrl", "joinUrl", "noteText", "title", "unsubscribeUrl", "whenText"],
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
