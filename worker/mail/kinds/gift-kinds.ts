import { giftOrderPath, giftPath } from "#domain/paths.ts";
import { RIGHT_AWAY } from "#domain/rules/gift-delivery.ts";
import type { MailKind } from "#domain/words.ts";
import { giftKey, giftOrderKey } from "../../kernel/links/gift-key.ts";
import { isGiftOpen, isGiftRedeemed } from "./causes.queries.ts";
import { fields } from "./fields.ts";
import { type Kind, kind, type MailContent } from "./kind.ts";
import { totalText } from "./payment-kinds.ts";

const ABOUT = ["giftId", "giverName", "recipientName", "lengthText"] as const;
const aboutGift = fields(...ABOUT);
const undelivered = fields(...ABOUT, "recipientEmail");
const started = fields(...ABOUT, "startText", "endText");
const toOpen = fields(...ABOUT, "addressVersion", "expiresText");

/** In a headline: "12 months of mornings" counts them. */
const SPOKEN: Record<string, string> = { "1 month": "a month", "12 months": "a year" };

/** To the recipient. Each attempt rebuilds the link's key from the gift and the address version. */
const opened = {
  values: ({ config, parameters }: MailContent<typeof toOpen>) => ({
    giftUrl: `${config.appUrl}${giftPath(giftKey(config, parameters))}`,
    timeText: SPOKEN[parameters.lengthText] ?? parameters.lengthText,
  }),
  tags: ({ giftId, addressVersion }: MailContent<typeof toOpen>["parameters"]) => [
    { name: "gift", value: giftId },
    { name: "version", value: String(addressVersion) },
  ],
  stillTrue: isGiftOpen,
  pausedAs: "gift",
} as const;

function orderUrl({ config, parameters }: MailContent<typeof aboutGift>) {
  return { orderUrl: `${config.appUrl}${giftOrderPath(giftOrderKey(config, parameters.giftId))}` };
}

/** Subjects contain none of the giver's words, because the giver chooses who receives them. */
export const giftKinds = {
  gift: kind({
    ...opened,
    subject: "Your gift: {{lengthText}} of {{brand}}",
    parameters: fields(...ABOUT, "addressVersion", "expiresText", "message"),
    variant: ({ message }) => (message === "" ? {} : { template: "gift-with-words" }),
  }),
  "gift-reminder": kind({ ...opened, subject: "Your {{brand}} gift is still waiting", parameters: toOpen }),
  "gift-reminder-last": kind({ ...opened, subject: "Open your {{brand}} gift by {{expiresText}}", parameters: toOpen }),
  "gift-receipt": kind({
    subject: "Receipt for your {{brand}} gift: {{amountText}}",
    parameters: fields(
      ...ABOUT,
      "recipientEmail",
      "number",
      "dateText",
      "planText",
      "deliverText",
      "amountText",
      "taxText",
    ),
    values: (mail) => ({ ...orderUrl(mail), ...totalText(mail.parameters) }),
    variant: ({ deliverText }) => (deliverText === RIGHT_AWAY ? { template: "gift-receipt-now" } : {}),
    retention: "with_cause",
  }),
  "gift-bounced": kind({ subject: "We couldn't deliver your gift", parameters: undelivered, values: orderUrl }),
  "gift-delayed": kind({ subject: "Your gift will arrive a little later", parameters: undelivered, values: orderUrl }),
  "gift-redeemed": kind({
    subject: "Your gift was opened",
    parameters: fields(...ABOUT, "dateText"),
    values: orderUrl,
  }),
  "gift-waits": kind({
    subject: "Your gift starts when your subscription ends",
    parameters: aboutGift,
    stillTrue: isGiftRedeemed,
  }),
  "gift-started": kind({
    subject: "Your gift has started: {{brand}} until {{endText}}",
    parameters: started,
    stillTrue: isGiftRedeemed,
    again: "always",
  }),
  "gift-started-setup": kind({
    subject: "Your {{brand}} gift has started: set your password",
    parameters: started,
    link: "setup",
    stillTrue: isGiftRedeemed,
    again: "always",
  }),
  "gift-refunded": kind({
    subject: "Your gift was refunded",
    parameters: fields(...ABOUT, "dateText", "amountText"),
    values: orderUrl,
    retention: "with_cause",
  }),
} satisfies Partial<Record<MailKind, Kind>>;
