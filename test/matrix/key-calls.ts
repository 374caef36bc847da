import { env } from "cloudflare:workers";
import { authTokens } from "#db/schema/account.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { pauseDayOf } from "#domain/rules/mail-pause.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import { CHICAGO, uniqueEmail } from "#test/support/fixtures.ts";
import type { KeyKind } from "#test/worker/audiences.ts";
import { createMember, db } from "#test/worker/factories.ts";
import { captureCookie, keysOf } from "#test/worker/gifts.ts";
import { signed } from "#test/worker/mail-events.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import type { RequestOptions } from "#test/worker/request.ts";
import { insertLink } from "#worker/account/auth-tokens.queries.ts";
import { newLink } from "#worker/account/single-use-link.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { sha256 } from "#worker/kernel/hashing.ts";
import { calendarUrl } from "#worker/kernel/links/calendar-key.ts";
import { giftKey } from "#worker/kernel/links/gift-key.ts";
import { mailKey } from "#worker/kernel/links/mail-key.ts";
import { codeOf, sign, tokenOf } from "#worker/kernel/links/signing-keys.ts";
import { undoValue, unsubscribeKey } from "#worker/kernel/links/unsubscribe-key.ts";
import { undoValueOf } from "#worker/mail-responses/links/undo-value.ts";
import type { Item, Target, World } from "./world.ts";

const config = readConfig(env);
const ENDED_FEED = "00000000-0000-4000-8000-000000000000";

export type Call = RequestOptions & { path?: string };
/** A call about someone's data, with an item of that day if it's about one. */
type KeyCall = (about: { target: Target; item: Item; key: string }) => Call;

/** One person's keys, by kind; an email's key belongs to a day. */
export type Keys = Record<KeyKind, string> & {
  mailOf: (date: string) => string;
  /** The link to a copy of their data, which also requires their session. */
  toOwnData: string;
};

async function linkOf(target: Target, purpose: LinkPurpose, now: number): Promise<string> {
  const more = purpose === "address" ? { newEmail: uniqueEmail() } : {};
  const link = { ...newLink(config, target.member, purpose, now), ...more };
  await insertLink(db, link);
  return tokenOf(config, link.id);
}

/** The code that goes with the key of this kind, which is its browser's cookie. */
let signInCode = "";

async function cookieOfCode(now: number): Promise<string> {
  // Using another link of the same account would end the code.
  const member = await createMember();
  const secret = crypto.randomUUID();
  const link = { ...newLink(config, member, "sign-in", now), boundTo: sha256(secret) };
  await insertLink(db, link);
  signInCode = codeOf(config, link.id);
  return secret;
}

/** The headers and body of an event that PayPal sent. */
/** A signature holds for five minutes around its instant, and a busy machine may take longer than that to get to it. */
const signedAhead = (now: number) => signed("{}", now + 4 * MINUTE_MS);

let signedEvent: { body: string; headers: Record<string, string> } = { body: "", headers: {} };

export async function makeKeys(target: Target, now: number, item: Item): Promise<Keys> {
  const { subscriptionId } = await buy();
  const [event] = await payPal.events(subscriptionId);
  signedEvent = await payPal.signedEvent(event?.id ?? "");
  const { token, order } = keysOf(target.gift);
  const mailOf = (date: string) => mailKey(config, { member: target.member.id, date });
  return {
    mailOf,
    toOwnData: await linkOf(target, "export", now),
    "mail key": mailOf(dateIn(CHICAGO, now)),
    "unsubscribe key": unsubscribeKey(config, target.member),
    "gift key": token,
    "order key": order,
    "capture key": captureCookie(target.gift.id).replace(/^[^=]*=/, ""),
    "calendar key": new URL(calendarUrl(config, target.eventId)).searchParams.get("key") ?? "",
    "feed token": target.feed.path.split("/").at(-1) ?? "",
    "episode key": sign(config, "episode", `${target.feed.feed.id}:${item.id}`),
    "done key": sign(config, "episode-done", `${target.feed.feed.id}:${item.id}`),
    "feeds key": sign(config, "feeds", `${target.member.id}:${ENDED_FEED}`),
    checkout: target.checkout.cookie.replace(/^[^=]*=/, ""),
    "setup link": await linkOf(target, "setup", now),
    "exchange link": await linkOf(target, "exchange", now),
    "login link": await linkOf(target, "sign-in", now),
    "sign-in code": await cookieOfCode(now),
    "address link": await linkOf(target, "address", now),
    "way back": await linkOf(target, "keep-account", now),
    PayPal: signedEvent.headers["paypal-transmission-sig"] ?? "",
    Resend: signedAhead(now)["svix-signature"] ?? "",
  };
}

/** Keys that are no longer valid, or that belong to something else of the same member's. */
export async function makeDeadKeys(target: Target, now: number): Promise<Record<string, string>> {
  const deadLink = async (purpose: LinkPurpose, change: Partial<typeof authTokens.$inferInsert>): Promise<string> => {
    const newEmail = uniqueEmail();
    const link = { ...newLink(config, target.member, purpose, now), ...change, newEmail };
    await db.insert(authTokens).values(link);
    return tokenOf(config, link.id);
  };
  const yesterday = addDays(dateIn(CHICAGO, now), -1);
  const { id: giftId, addressVersion } = target.gift;
  return {
    "a setup link that was used": await deadLink("setup", { usedAt: now - 1 }),
    "a setup link that is over": await deadLink("setup", { expiresAt: now - 1 }),
    "an exchange link that was used": await deadLink("exchange", { usedAt: now - 1 }),
    "an exchange link that is over": await deadLink("exchange", { expiresAt: now - 1 }),
    "a login link that was used": await deadLink("sign-in", { usedAt: now - 1 }),
    "a login link that is over": await deadLink("sign-in", { expiresAt: now - 1 }),
    "an address link that was used": await deadLink("address", { usedAt: now - 1 }),
    "an address link that is over": await deadLink("address", { expiresAt: now - 1 }),
    "the key of another day's mail": mailKey(config, { member: target.member.id, date: yesterday }),
    "a way back that is over": await deadLink("keep-account", { expiresAt: now - 1 }),
    "a gift key that was made up": `${giftId}.${addressVersion}.${"A".repeat(43)}`,
    "an order key that was made up": `${giftId}.${"A".repeat(43)}`,
    "a gift key of another address": giftKey(config, { giftId, addressVersion: addressVersion + 1 }),
  };
}

/** Routes where the key alone says whose data it is. */
export const KEY_ALONE = [
  "GET /feed/:token",
  "GET /api/gifts/order",
  "POST /api/gifts/order/address",
  "GET /api/gifts/redeem",
  "POST /api/gifts/redeem",
  "POST /api/auth/exchange",
  "POST /api/auth/sign-in/check",
  "POST /api/auth/sign-in/link",
  "POST /api/auth/sign-in/code",
  "POST /api/auth/confirm-address",
  "POST /api/auth/confirm-address/check",
  "POST /api/auth/keep-account",
  "POST /api/paypal/webhook",
  "POST /api/resend/webhook",
];

const JSON_TYPE = { "content-type": "application/json" };
const unchanged = { changedAt: 0, before: { wakeUpHour: 6 } };
const mailLink = ({ target, item, key }: Parameters<KeyCall>[0]) => ({
  member: target.member.id,
  date: item.date,
  key,
});
const stopLink = ({ target, key }: Parameters<KeyCall>[0]) => ({ member: target.member.id, key });

/** Everything but the key is valid, so that only the key decides. */
export function keyCalls({ now }: World): Record<string, KeyCall> {
  const svix = signedAhead(now);
  return {
    "POST /api/by-mail/open": (about) => ({ json: mailLink(about) }),
    "POST /api/by-mail/progress": (about) => ({ json: { ...mailLink(about), report: { audioProgress: 40 } } }),
    "POST /api/by-mail/check": (about) => ({ json: mailLink(about) }),
    "POST /api/by-mail/pause": (about) => ({ json: { ...mailLink(about), until: pauseDayOf(about.item.date) } }),
    "POST /api/by-mail/hour": (about) => ({ json: { ...mailLink(about), hour: 7 } }),
    "POST /api/by-mail/undo": (about) => ({
      json: { ...mailLink(about), undo: undoValueOf(config, about.target.member.id, unchanged) },
    }),
    "POST /api/unsubscribe": (about) => ({ json: stopLink(about) }),
    "POST /api/unsubscribe/check": (about) => ({ json: stopLink(about) }),
    "POST /api/unsubscribe/undo": (about) => ({
      json: { ...stopLink(about), undo: undoValue(config, about.target.member.id, now) },
    }),
    "POST /unsubscribe": (about) => ({ path: `/unsubscribe?${new URLSearchParams(stopLink(about))}` }),
    "GET /api/gifts/order": ({ key }) => ({ path: `/api/gifts/order?${new URLSearchParams({ order: key })}` }),
    // Its current address: a different one would end the recipient's key.
    "POST /api/gifts/order/address": ({ target, key }) => ({
      json: { order: key, recipientEmail: target.gift.recipientEmail },
    }),
    "GET /api/gifts/redeem": ({ key }) => ({ path: `/api/gifts/redeem?${new URLSearchParams({ token: key })}` }),
    "POST /api/gifts/redeem": ({ key }) => ({ json: { token: key, consent: true } }),
    "POST /api/gifts/:id/capture": ({ target, key }) => ({
      path: `/api/gifts/${target.gift.id}/capture`,
      headers: { cookie: `gift_capture=${key}` },
    }),
    "GET /feed/:token": ({ key }) => ({ path: `/feed/${encodeURIComponent(key)}` }),
    "GET /episodes/:feed/:item/:key/:file": ({ target, item, key }) => ({
      path: `/episodes/${target.feed.feed.id}/${item.id}/${encodeURIComponent(key)}/session.mp3`,
    }),
    "POST /api/episodes/done": ({ target, item, key }) => ({ json: { feed: target.feed.feed.id, item: item.id, key } }),
    // A feed that has ended: the other calls need theirs.
    "POST /api/feeds/revoke": ({ target, key }) => ({ json: { member: target.member.id, feed: ENDED_FEED, key } }),
    "GET /api/live-events/:id/calendar": ({ target, key }) => ({
      path: `/api/live-events/${target.eventId}/calendar?${new URLSearchParams({ key })}`,
    }),
    "POST /api/checkout/:id/confirm": ({ target, key }) => ({
      path: `/api/checkout/${target.checkout.checkoutId}/confirm`,
      headers: { cookie: `checkout_nonce=${key}` },
    }),
    "POST /api/auth/setup-link": ({ target, key }) => ({ json: { token: key, email: target.member.email } }),
    "POST /api/auth/setup-password": ({ target, key }) => ({
      json: { token: key, email: target.member.email, password: "correct horse battery" },
    }),
    "POST /api/auth/exchange": ({ key }) => ({ json: { token: key } }),
    "POST /api/auth/sign-in/check": ({ key }) => ({ json: { token: key } }),
    "POST /api/auth/sign-in/link": ({ key }) => ({ json: { token: key } }),
    // A browser has five tries, so callers without a key don't share a cookie.
    "POST /api/auth/sign-in/code": ({ key }) => ({
      json: { code: signInCode },
      headers: { cookie: `sign_in=${key === "none" ? crypto.randomUUID() : key}` },
    }),
    "POST /api/auth/keep-account": ({ key }) => ({ json: { token: key } }),
    "POST /api/auth/confirm-address": ({ key }) => ({ json: { token: key } }),
    "POST /api/auth/confirm-address/check": ({ key }) => ({ json: { token: key } }),
    "POST /api/paypal/webhook": ({ key }) => ({
      body: signedEvent.body,
      headers: { ...JSON_TYPE, ...signedEvent.headers, "paypal-transmission-sig": key },
    }),
    "POST /api/resend/webhook": ({ key }) => ({
      body: "{}",
      headers: { ...JSON_TYPE, ...svix, "svix-signature": key },
    }),
  };
}
