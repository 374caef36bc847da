import type { Config } from "../env.ts";
import { sha256, tokenOf } from "../hashing.ts";

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

export function hashOfToken(token: string): string {
  return sha256(token);
}

export function newLink(config: Config, memberId: string, purpose: LinkPurpose, now: number): LinkRow {
  const id = crypto.randomUUID();
  const tokenHash = hashOfToken(tokenOf(config, id));
  return { id, memberId, purpose, tokenHash, expiresAt: now + LINK_LIFETIME_MS[purpose], createdAt: now };
}
