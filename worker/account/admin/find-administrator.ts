import { plainKey } from "#domain/rules/administrators.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import type { AdminCaller, Ctx } from "../../kernel/context.ts";
import type { Config } from "../../kernel/env.ts";
import { isSameSecret, keyedHash } from "../../kernel/hashing.ts";
import { type AdministratorRow, noteLogin, noteOwnersLogin, OWNER_ID, selectByKey } from "./administrators.queries.ts";

/** `row` is null for the owner. `isFormer`: the key was replaced, or its person removed. */
type Found = { caller: AdminCaller; row: AdministratorRow | null; isFormer: boolean };

const OWNER: AdminCaller = { id: OWNER_ID, name: "Owner", email: "", role: "owner" };

export const keyHash = (config: Config, typed: string): string => keyedHash(config, "admin-key", plainKey(typed));

const isOwnersPassword = (config: Config, given: string): boolean => isSameSecret(given, config.adminPassword);

/**
 * What a session is signed for, so a change of the owner's password or code ends the owner's sessions only. A person's session from before
 * there was a second factor hasn't passed it.
 */
export function credentialOf(config: Config, given: string): string {
  if (isOwnersPassword(config, given)) return `${config.adminTotpSecret}:${config.adminPassword}`;
  return `key:${config.adminTotpSecret !== null}:${keyHash(config, given)}`;
}

/** Finds the administrator with this password or key; null if there is none. The owner's password needs no query. */
export async function findAdministrator(ctx: Ctx, given: string): Promise<Found | null> {
  if (isOwnersPassword(ctx.config, given)) return { caller: OWNER, row: null, isFormer: false };
  if (given === "") return null;
  const [found] = await selectByKey(ctx.db, keyHash(ctx.config, given));
  if (!found) return null;
  const { administrator: row, retiredAt } = found;
  const { id, name, email, role } = row;
  return { caller: { id, name, email, role }, row, isFormer: retiredAt !== null || row.removedAt !== null };
}

/** Keeps the time of a login, after the response. */
export function keepLogin(ctx: Ctx, row: AdministratorRow | null): void {
  afterAnswer(ctx, () => (row ? noteLogin(ctx.db, row.id, ctx.now) : noteOwnersLogin(ctx.db, ctx.now)).execute());
}
