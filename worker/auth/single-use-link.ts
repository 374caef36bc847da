import { LINK_LIFETIME_MS, type LinkPurpose } from "#domain/rules/single-use-links.ts";
import type { Config } from "../env.ts";
import { sha256, tokenOf } from "../hashing.ts";

export type LinkRow = {
  id: string;
  memberId: string;
  purpose: LinkPurpose;
  tokenHash: string;
  expiresAt: number;
  createdAt: number;
  /** Of a link that makes an address the member's own. */
  newEmail?: string;
};

export function hashOfToken(token: string): string {
  return sha256(token);
}

export function newLink(config: Config, memberId: string, purpose: LinkPurpose, now: number): LinkRow {
  const id = crypto.randomUUID();
  const tokenHash = hashOfToken(tokenOf(config, id));
  return { id, memberId, purpose, tokenHash, expiresAt: now + LINK_LIFETIME_MS[purpose], createdAt: now };
}
