import { env } from "cloudflare:workers";
import type * as z from "zod";
import { addressResponse, okResponse, sessionResponse } from "#domain/contract/account.ts";
import { deleteAccountResponse, downloadDataResponse, privacyResponse } from "#domain/contract/privacy.ts";
import { insertLink } from "#worker/account/auth-tokens.queries.ts";
import { hashPassword } from "#worker/account/password/password.ts";
import { newLink } from "#worker/account/single-use-link.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { tokenOf } from "#worker/kernel/links/signing-keys.ts";
import { createMember, db, tokenFor } from "./factories.ts";

type Call = { token?: string; json?: unknown; method?: string };
type Answer = { schema: z.ZodType; call: () => Promise<Call> };

const config = readConfig(env);

async function withLink(purpose: "export" | "keep-account", own: Parameters<typeof createMember>[0] = {}) {
  const member = await createMember({ passwordHash: null, ...own });
  const link = newLink(config, member.id, purpose, Date.now());
  await insertLink(db, link);
  return { member, json: { token: tokenOf(config, link.id) } };
}

/** Successful responses of /api/user/privacy and of the route that restores an account. */
export const PRIVACY_ANSWERS: Record<string, Answer> = {
  "GET /api/user/privacy": {
    schema: privacyResponse,
    call: async () => ({ token: await tokenFor(await createMember()) }),
  },
  "POST /api/user/privacy/export": {
    schema: okResponse,
    call: async () => ({ token: await tokenFor(await createMember()) }),
  },
  "POST /api/user/privacy/download": {
    schema: downloadDataResponse,
    call: async () => {
      const { member, json } = await withLink("export");
      return { token: await tokenFor(member), json };
    },
  },
  "POST /api/user/privacy/delete": {
    schema: deleteAccountResponse,
    call: async () => ({ token: await tokenFor(await createMember({ passwordHash: null })), json: { word: "DELETE" } }),
  },
  "POST /api/auth/keep-account": {
    schema: addressResponse,
    call: async () => {
      const now = Date.now();
      const { json } = await withLink("keep-account", { deletedAt: now, purgeAt: now + 86_400_000 });
      return { json };
    },
  },
  "POST /api/auth/keep-account/login": {
    schema: sessionResponse,
    call: async () => {
      const now = Date.now();
      const passwordHash = await hashPassword(config, "open sesame");
      const { member } = await withLink("keep-account", { deletedAt: now, purgeAt: now + 86_400_000, passwordHash });
      return { json: { email: member.email, password: "open sesame" } };
    },
  },
};
