import { BRAND } from "#domain/brand.ts";
import { giftOrderPath, giftPath } from "#domain/paths.ts";
import type { MailKind } from "#domain/words.ts";
import { giftKey, giftOrderKey } from "../../kernel/links/gift-key.ts";
import { isGiftOpen, isGiftRedeemed } from "./causes.queries.ts";
import { FIELDS } from "./fields.ts";
import { type Kind, kind, type MailContent } from "./kind.ts";
import { totalText } from "./payment-kinds.ts";

const aboutGift = FIELDS.pick({ giftId: true, giverName: true, recipientName: true, lengthText: true });
const undelivered = aboutGift.extend(FIELDS.pick({ recipientEmail: true }).shape);
const begun = aboutGift.extend(FIELDS.pick({ startText: true, endText: true }).shape);
const toOpen = aboutGift.extend(FIELDS.pick({ addressVersion: true, expiresText: true }).shape);

/** To the recipient. The link's key is made of gift and address version at each attempt. */
const opened = {
  values: ({ config, parameters }: MailContent<typeof toOpen>) => ({
    giftUrl: `${config.appUrl}${giftPath(giftKey(config, parameters))}`,
  }),
  tags: ({ giftId, addressVersion }: MailContent<typeof toOpen>["parameters"]) => [
    { name: "gift", value: giftId },
    { name: "version", value: String(addressVersion) },
  ],
  stillTrue: isGiftOpen,
  pausedAs: "gift",
} as const;

/** To who gave it: the page that only they can open. */
function orderUrl({ config, parameters }: MailContent<typeof aboutGift>) {
  return { orderUrl: `${config.appUrl}${giftOrderPath(giftOrderKey(config, parameters.giftId))}` };
}

/** The subjects are ours alone: whoever buys a gift chooses to whom it goes. */
export const giftKinds = {
  gift: kind({
    ...opened,
    subject: `Someone sent you a ${BRAND.name} gift`,
    parameters: toOpen.extend(FIELDS.pick({ message: true }).shape),
    variant: ({ message }) => (message === "" ? {} : { template: "gift-with-words" }),
  }),
  "gift-reminder": kind({
    ...opened,
    subject: `Your ${BRAND.name} gift is still waiting`,
    parameters: toOpen,
  }),
  "gift-reminder-last": kind({
    ...opened,
    subject: `Open your ${BRAND.name} gift by {{expiresText}}`,
    parameters: toOpen,
  }),
  "gift-receipt": kind({
    subject: `Receipt for your ${BRAND.name} gift: {{amountText}}`,
    parameters: undelivered.extend(
      FIELDS.pick({ number: true, dateText: true, planText: true, deliverText: true, amountText: true, taxText: true })
        .shape,
    ),
    values: (mail) => ({ ...orderUrl(mail), ...totalText(mail.parameters) }),
    retention: "with_cause",
  }),
  "gift-bounced": kind({
    subject: "We couldn't deliver your gift",
    parameters: undelivered,
    values: orderUrl,
  }),
  "gift-delayed": kind({
    subject: "Your gift will arrive a little later",
    parameters: undelivered,
    values: orderUrl,
  }),
  "gift-redeemed": kind({
    subject: "Your gift was opened",
    parameters: aboutGift.extend(FIELDS.pick({ dateText: true }).shape),
    values: orderUrl,
  }),
  "gift-waits": kind({
    subject: "Your gift starts when your plan ends",
    parameters: aboutGift,
    stillTrue: isGiftRedeemed,
  }),
  "gift-started": kind({
    subject: `Your gift has begun: ${BRAND.name} until {{endText}}`,
    parameters: begun,
    stillTrue: isGiftRedeemed,
    again: "always",
  }),
  "gift-started-setup": kind({
    subject: `Your ${BRAND.name} gift is open: set up your password`,
    parameters: begun,
    link: "setup",
    stillTrue: isGiftRedeemed,
    again: "always",
  }),
  "gift-refunded": kind({
    subject: "Your gift was refunded",
    parameters: aboutGift.extend(FIELDS.pick({ dateText: true, amountText: true }).shape),
    values: orderUrl,
    retention: "with_cause",
  }),
} satisfies Partial<Record<MailKind, Kind>>;
