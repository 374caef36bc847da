import { LINK_LIFETIME_MS, type LinkPurpose } from "#domain/rules/single-use-links.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Config } from "../kernel/env.ts";
import { gone } from "../kernel/errors.ts";
import { emailKeyOf, sha256 } from "../kernel/hashing.ts";
import { refuseLink } from "../kernel/limits/attempt-limit.ts";
import { isOfEndedKey, presentKey, tokenOf } from "../kernel/links/signing-keys.ts";

export type LinkRow = {
  id: string;
  memberId: string;
  emailKey: string;
  purpose: LinkPurpose;
  tokenHash: string;
  signingKey: number;
  expiresAt: number;
  createdAt: number;
  newEmail?: string;
  boundTo?: string;
  userAgent?: string | null;
};

/** Hash that looks up a link's row. @throws AppError `gone` if the token's key was retired, `rate_limited` */
export async function hashOfToken(ctx: Ctx, token: string): Promise<string> {
  if (isOfEndedKey(ctx.config, token)) return refuseLink(ctx, gone("This link has expired. Request a new one."));
  return sha256(token);
}

type Owner = { id: string; email: string };

/** Works only while the account has this address. */
export function newLink(config: Config, { id: memberId, email }: Owner, purpose: LinkPurpose, now: number): LinkRow {
  const id = crypto.randomUUID();
  const made = { tokenHash: sha256(tokenOf(config, id)), signingKey: presentKey(config).id };
  const lifetime = { expiresAt: now + LINK_LIFETIME_MS[purpose], createdAt: now };
  return { id, memberId, emailKey: emailKeyOf(email), purpose, ...made, ...lifetime };
}
