/**
 * Every document path of the product. The browser's router, the mails' links and the Worker's 404 rule read this table,
 * so a page that is not listed here does not exist for any of them.
 */
export const PUBLIC_PAGES = { home: "/" } as const;

export const APP_PAGES = {
  login: "/login",
  resetPassword: "/reset-password",
  setupPassword: "/setup-password",
  quickLogin: "/quick-login",
  dashboard: "/dashboard",
  content: "/content/:id",
  profile: "/profile",
  admin: "/admin",
  unsubscribe: "/unsubscribe",
} as const;

export type DocumentEntry = "public" | "app";

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split("/");
  const actual = path.split("/");
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => (segment.startsWith(":") ? actual[index] !== "" : segment === actual[index]))
  );
}

/** Which web entry answers a document path, or null for a path that does not exist (404). A trailing slash is forgiven. */
export function documentEntryOf(path: string): DocumentEntry | null {
  const clean = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (Object.values(PUBLIC_PAGES).some((pattern) => matches(pattern, clean))) return "public";
  if (Object.values(APP_PAGES).some((pattern) => matches(pattern, clean))) return "app";
  return null;
}

/** The content page of an item; `id` is its date or its id. */
export function contentPath(id: string): string {
  return APP_PAGES.content.replace(":id", encodeURIComponent(id));
}

/** The page behind a set-up or reset link. The token is spent by the form's POST, never by opening the page. */
export function setupPasswordPath(token: string, email: string): string {
  return `${APP_PAGES.setupPassword}?${new URLSearchParams({ token, email })}`;
}

/** The page and the RFC 8058 target behind a mail's unsubscribe link. */
export function unsubscribePath(memberId: string, key: string): string {
  return `${APP_PAGES.unsubscribe}?${new URLSearchParams({ member: memberId, key })}`;
}
