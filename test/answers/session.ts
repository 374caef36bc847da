import type { SessionUser } from "../../domain/contract/account.ts";

/** A member on the monthly plan, logged in. */
export function sessionUser(change: Partial<SessionUser> = {}): SessionUser {
  return {
    id: "ann",
    email: "ann@daybolt.test",
    firstName: "Ann",
    lastName: null,
    subscriptionType: "monthly",
    subscriptionStatus: "active",
    hasAccess: true,
    hasEarlyAccess: false,
    isInGrace: false,
    timezone: "America/Chicago",
    today: "2026-05-12",
    memberSince: "2025-08-01",
    defaultMonth: "2026-05",
    ...change,
  };
}

/** A token that names its member, like the server's. */
export function tokenOf(member: string): string {
  return `header.${btoa(JSON.stringify({ sub: member }))}.signature`;
}
