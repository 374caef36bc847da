import { setupPasswordPath } from "#domain/paths.ts";
import type { Config } from "../env.ts";
import { keyedHash, sha256 } from "./hashing.ts";

const HOUR_MS = 3_600_000;

/** How long each kind of link is good for. */
export const LINK_LIFETIME_MS = { setup: 7 * 24 * HOUR_MS, reset: HOUR_MS, exchange: HOUR_MS / 6 } as const;
export type LinkPurpose = keyof typeof LINK_LIFETIME_MS;

export type LinkRow = {
  id: string;
  memberId: string;
  purpose: LinkPurpose;
  tokenHash: string;
  expiresAt: number;
  createdAt: number;
};

/** The token of a row: it can be made again for a retried mail, and stands nowhere in the database. */
export function tokenOf(config: Config, rowId: string): string {
  return keyedHash(config, "link", rowId);
}

export function hashOfToken(token: string): string {
  return sha256(token);
}

export function newLink(config: Config, memberId: string, purpose: LinkPurpose, now: number): LinkRow {
  const id = crypto.randomUUID();
  const tokenHash = hashOfToken(tokenOf(config, id));
  return { id, memberId, purpose, tokenHash, expiresAt: now + LINK_LIFETIME_MS[purpose], createdAt: now };
}

/** The full address behind a set-up or reset mail. */
export function setupPasswordLink(config: Config, rowId: string, email: string): string {
  return `${config.appUrl}${setupPasswordPath(tokenOf(config, rowId), email)}`;
}
