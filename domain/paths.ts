import type { AdminTab } from "./rules/admin-places.ts";
import type { PlanId } from "./rules/plans.ts";

/** Every page by name. The router, the links in emails, and the Worker's 404 rule read these two tables. Each page is its own document. */
export const PUBLIC_PAGES = {
  home: "/",
  subscribe: "/subscribe",
  gift: "/gift",
  terms: "/terms",
  privacy: "/privacy",
  subscriptionTerms: "/subscription-terms",
  memberAgreement: "/member-agreement",
  refundRequests: "/refund-requests",
  privacySettings: "/privacy-settings",
} as const;
export type PublicPageName = keyof typeof PUBLIC_PAGES;

export const APP_PAGES = {
  login: "/login",
  resetPassword: "/reset-password",
  setupPassword: "/setup-password",
  invitation: "/invitation",
  confirmAddress: "/confirm-address",
  signIn: "/sign-in",
  quickLogin: "/quick-login",
  dashboard: "/dashboard",
  welcome: "/dashboard/welcome",
  content: "/content/:id",
  library: "/library",
  profile: "/profile",
  admin: "/admin",
  unsubscribe: "/unsubscribe",
  wakeUp: "/wake-up",
  feed: "/feeds",
  done: "/done",
  revoke: "/revoke",
} as const;
export type AppPageName = keyof typeof APP_PAGES;

const TOKEN = ["token"];
const TOKEN_AND_EMAIL = ["token", "email"];
const BY_MAIL = ["member", "key"];
/** What links carry that opens something, by page. It leaves the address right away, and no referrer has it. */
export const LINK_SECRETS: Partial<Record<AppPageName | PublicPageName, readonly string[]>> = {
  gift: ["token", "order"],
  login: ["keep"],
  setupPassword: TOKEN_AND_EMAIL,
  invitation: TOKEN_AND_EMAIL,
  confirmAddress: TOKEN_AND_EMAIL,
  signIn: TOKEN,
  dashboard: TOKEN,
  content: BY_MAIL,
  profile: ["data"],
  unsubscribe: BY_MAIL,
  wakeUp: BY_MAIL,
  done: ["feed", "key"],
  revoke: ["member", "feed", "key"],
};

/** The document that the service worker shows for a public page that isn't on the device. */
export const OFFLINE_PATH = "/offline";

/** Placeholder for the product's origin (`APP_URL`) in prebuilt documents, since the build doesn't know it. */
export const ORIGIN_MARK = "https://origin.invalid";

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split("/");
  const actual = path.split("/");
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => (segment.startsWith(":") ? actual[index] !== "" : segment === actual[index]))
  );
}

type PageKind = { kind: "public"; name: PublicPageName } | { kind: "app"; name: AppPageName };

/** The document for a path, or null if the path doesn't exist (404). A trailing slash is ignored. */
export function pageOf(path: string): PageKind | null {
  const clean = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  for (const name of Object.keys(PUBLIC_PAGES) as PublicPageName[]) {
    if (PUBLIC_PAGES[name] === clean) return { kind: "public", name };
  }
  const name = (Object.keys(APP_PAGES) as AppPageName[]).find((name) => matches(APP_PAGES[name], clean));
  return name === undefined ? null : { kind: "app", name };
}

export function subscribePath(plan: PlanId): string {
  return `${PUBLIC_PAGES.subscribe}?${new URLSearchParams({ plan })}`;
}

/** Linked from a gift's email. Opening it changes nothing; its button uses the key. */
export const giftPath = (key: string): string => `${PUBLIC_PAGES.gift}?${new URLSearchParams({ token: key })}`;

/** On the gold paper of a gift's emails. */
export const GIFT_ICON = "/artwork/gift.png";

export function giftOrderPath(key: string): string {
  return `${PUBLIC_PAGES.gift}?${new URLSearchParams({ order: key })}`;
}

/** Login for someone who has just paid, or had an account created for them, and isn't logged in. */
export const PAID_LOGIN_PATH = `${APP_PAGES.login}?paid=1`;

export const planLoginPath = (plan: PlanId): string => `${APP_PAGES.login}?${new URLSearchParams({ plan })}`;

/** `id` is the item's date or its ID. */
export const contentPath = (id: string): string => APP_PAGES.content.replace(":id", encodeURIComponent(id));

/** The content page as the administrator previews it, with the way back to the library. */
export function previewPath(date: string): string {
  return `${contentPath(date)}?from=admin`;
}

/** A tab of the admin area, with what is open in it. */
export type AdminPlace = { tab: AdminTab } & Record<string, string>;

export const adminPath = (place: AdminPlace): string => `${APP_PAGES.admin}?${query(place)}`;

/** Linked from setup and reset emails. The form's POST uses the token; opening the page doesn't. */
export function setupPasswordPath(token: string, email: string): string {
  return `${APP_PAGES.setupPassword}?${new URLSearchParams({ token, email })}`;
}

/** Linked from an imported account's invitation. Its button uses the token; opening the page doesn't. */
export function invitationPath(token: string, email: string): string {
  return `${APP_PAGES.invitation}?${new URLSearchParams({ token, email })}`;
}

/** Linked from the email that confirms a new address. Its button uses the token; opening the page doesn't. */
export function confirmAddressPath(token: string, email: string): string {
  return `${APP_PAGES.confirmAddress}?${new URLSearchParams({ token, email })}`;
}

/** Linked from the email that logs in. Its button uses the token; opening the page doesn't. */
export const signInPath = (token: string): string => `${APP_PAGES.signIn}?${query({ token })}`;

/** The parts of My Account, each with its own address; without one, the first is shown. */
export const ACCOUNT_PARTS = ["wake-up", "membership", "security", "privacy"] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

export const accountPath = (part: AccountPart): string => `${APP_PAGES.profile}#${part}`;

export const PRIVACY_PATH = accountPath("privacy");

/** The part of My Account that offers a copy of the member's data. Its button uses the token and requires a login. */
export const dataExportPath = (token: string): string => `${APP_PAGES.profile}?${query({ data: token })}`;

/** Restores a deleted account, before the login. Its button uses the token. */
export const keepAccountPath = (token: string): string => `${APP_PAGES.login}?${query({ keep: token })}`;

/** Like URLSearchParams at a tenth of the cost: each wake-up email has several links. */
function query(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

/** The page and the RFC 8058 target of an email's unsubscribe link. */
export function unsubscribePath(memberId: string, key: string): string {
  return `${APP_PAGES.unsubscribe}?${query({ member: memberId, key })}`;
}

type MailLink = { member: string; date: string; key: string };

/** Target of a wake-up email's button: its day, or the fallback sent instead. The key, for the email's date, plays it without a login. */
export function sessionByMailPath({ member, date, key }: MailLink, fallbackId: string | null): string {
  if (fallbackId === null) return `${contentPath(date)}?${query({ member, key })}`;
  return `${contentPath(fallbackId)}?${query({ member, key, morning: date })}`;
}

/** Target of a wake-up email's other links, which name the change. The page's button makes the change; opening it doesn't. */
export function wakeUpChangePath(link: MailLink, change: { until: string } | { hour: string }): string {
  return `${APP_PAGES.wakeUp}?${query({ ...link, ...change })}`;
}

type EpisodeLink = { feed: string; item: string; key: string };

/** A feed's file: the audio, by any name, or the transcript. */
export function episodePath({ feed, item, key }: EpisodeLink, file: string): string {
  return `/episodes/${feed}/${item}/${key}/${file}`;
}

export const TRANSCRIPT_FILE = "transcript.txt";

/** Linked from an episode's notes. The page's button marks the session as done; opening it doesn't. */
export function markDonePath(link: EpisodeLink): string {
  return `${APP_PAGES.done}?${query(link)}`;
}

/** Linked from emails about podcast apps. The page's button revokes those feeds; opening it doesn't. */
export function revokeFeedsPath(link: { member: string; feed: string; key: string }): string {
  return `${APP_PAGES.revoke}?${query(link)}`;
}

/** Public address of the R2 key `public/{filename}`. */
export const publicMediaPath = (filename: string): string => `/media/${filename}`;
