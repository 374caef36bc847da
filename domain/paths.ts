import type { PlanId } from "./rules/plans.ts";

/**
 * Every page of the product by its name. The browser's router, the mails' links and the Worker's 404 rule read these two tables,
 * so a page that is not listed here does not exist for any of them. Each is a document of its own.
 */
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
  confirmAddress: "/confirm-address",
  quickLogin: "/quick-login",
  dashboard: "/dashboard",
  content: "/content/:id",
  profile: "/profile",
  admin: "/admin",
  unsubscribe: "/unsubscribe",
  wakeUp: "/wake-up",
} as const;
export type AppPageName = keyof typeof APP_PAGES;

/** Stands for the product's own origin in finished documents, which the build writes before anybody knows it (`APP_URL`). */
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

/** The document of a path, or null for a path that does not exist (404). A trailing slash is forgiven. */
export function pageOf(path: string): PageKind | null {
  const clean = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  for (const name of Object.keys(PUBLIC_PAGES) as PublicPageName[]) {
    if (PUBLIC_PAGES[name] === clean) return { kind: "public", name };
  }
  const name = (Object.keys(APP_PAGES) as AppPageName[]).find((name) => matches(APP_PAGES[name], clean));
  return name === undefined ? null : { kind: "app", name };
}

/** The page where a plan is bought, with that plan chosen. */
export function subscribePath(plan: PlanId): string {
  return `${PUBLIC_PAGES.subscribe}?${new URLSearchParams({ plan })}`;
}

/** The page behind a gift's mail. Opening it changes nothing: its button spends the key. */
export function giftPath(key: string): string {
  return `${PUBLIC_PAGES.gift}?${new URLSearchParams({ token: key })}`;
}

/** The giver's page of a gift. */
export function giftOrderPath(key: string): string {
  return `${PUBLIC_PAGES.gift}?${new URLSearchParams({ order: key })}`;
}

/** The login of somebody who has just paid and has an account, or of whoever an account was made for and who is not signed in. */
export const PAID_LOGIN_PATH = `${APP_PAGES.login}?paid=1`;

/** The login that leads back to the plan somebody was about to buy. */
export function planLoginPath(plan: PlanId): string {
  return `${APP_PAGES.login}?${new URLSearchParams({ plan })}`;
}

/** The content page of an item; `id` is its date or its id. */
export function contentPath(id: string): string {
  return APP_PAGES.content.replace(":id", encodeURIComponent(id));
}

/** A day of the administrator's calendar, opened. */
export function adminDayPath(date: string): string {
  return `${APP_PAGES.admin}?${query({ tab: "content", day: date })}`;
}

/** The administrator's settings. */
export const ADMIN_SETTINGS_PATH = `${APP_PAGES.admin}?tab=settings`;

/** The page behind a set-up or reset link. The token is spent by the form's POST, never by opening the page. */
export function setupPasswordPath(token: string, email: string): string {
  return `${APP_PAGES.setupPassword}?${new URLSearchParams({ token, email })}`;
}

/** The page behind the link that makes an address a member's own. The token is spent by its button, never by opening the page. */
export function confirmAddressPath(token: string, email: string): string {
  return `${APP_PAGES.confirmAddress}?${new URLSearchParams({ token, email })}`;
}

/** Where members find what is kept of them. */
export const PRIVACY_PATH = `${APP_PAGES.profile}#privacy`;

/** The part of My Account behind the link to a copy of one's data. Its button spends the token, for who is signed in. */
export function dataExportPath(token: string): string {
  return `${APP_PAGES.profile}?${query({ data: token })}`;
}

/** The way back to an account that was deleted, before the login. Its button spends the token. */
export function keepAccountPath(token: string): string {
  return `${APP_PAGES.login}?${query({ keep: token })}`;
}

/** As URLSearchParams would write it, at a tenth of its price: each mail of a morning has several. */
function query(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

/** The page and the RFC 8058 target behind a mail's unsubscribe link. */
export function unsubscribePath(memberId: string, key: string): string {
  return `${APP_PAGES.unsubscribe}?${query({ member: memberId, key })}`;
}

type MailLink = { member: string; date: string; key: string };

/**
 * What a wake-up mail's button opens: the content page of its day, or of the fallback in its place. It plays without a login by the
 * key, which is that of the mail's date.
 */
export function sessionByMailPath({ member, date, key }: MailLink, fallbackId: string | null): string {
  if (fallbackId === null) return `${contentPath(date)}?${query({ member, key })}`;
  return `${contentPath(fallbackId)}?${query({ member, key, morning: date })}`;
}

/** The page behind a wake-up mail's other links, which name what they would change. Its button changes it, never opening it. */
export function wakeUpChangePath(link: MailLink, change: { until: string } | { hour: string }): string {
  return `${APP_PAGES.wakeUp}?${query({ ...link, ...change })}`;
}

/** Where anybody may read a public medium (the R2 key `public/{filename}`). */
export function publicMediaPath(filename: string): string {
  return `/media/${filename}`;
}
