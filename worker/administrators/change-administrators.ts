import { customAlphabet } from "nanoid";
import { TOTP } from "otpauth";
import { BRAND } from "#domain/brand.ts";
import type {
  AdministratorRequest,
  NewAdministratorRequest,
  NewCode,
  NewKey,
} from "#domain/contract/administrators.ts";
import type { WithId } from "#domain/contract/members.ts";
import { groupedKey, KEY_ALPHABET, KEY_LENGTH, ROLE_WORDS } from "#domain/rules/administrators.ts";
import { type CodeOf, personalSecret } from "../account/admin/admin-totp.ts";
import {
  endAdminSessionsOf,
  insertAdministrator,
  insertKey,
  retireKeys,
  selectAdministrator,
  updateAdministrator,
} from "../account/admin/administrators.queries.ts";
import { keyHash } from "../account/admin/find-administrator.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { mailToOperator } from "../incidents/alert-operator.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { presentKey } from "../kernel/links/signing-keys.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueNotice } from "../mail/transactional-mail.ts";

const NOUN = "Administrator";
const randomKey = customAlphabet(KEY_ALPHABET, KEY_LENGTH);

/** Tells the operator of a key, right after the audit entry of the change; nothing without one, or without an operator. */
function noticeOf(ctx: Ctx, title: string) {
  const parameters = { title };
  return mailToOperator(ctx, { id: crypto.randomUUID(), kind: "administrator-key", parameters }, queueNotice);
}

/** A person's code as they enter it; undefined without one. */
function codeFor({ config }: Ctx, person: CodeOf & { email: string }): NewCode | undefined {
  const secret = personalSecret(config, person);
  if (!secret) return;
  const uri = new TOTP({ issuer: BRAND.name, label: person.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/** @throws AppError `conflict` if the request arrived before: its key was shown then, or got lost, and a new one can be made */
export async function addAdministrator(
  ctx: Ctx,
  { requestId: id, ...given }: NewAdministratorRequest,
): Promise<NewKey> {
  const key = randomKey();
  const { name, role } = given;
  const needsCode = ctx.config.adminTotpSecret !== null;
  const first = { codeVersion: needsCode ? 1 : 0, codeKey: presentKey(ctx.config).id };
  const mail = noticeOf(ctx, `${name} was added to the admin area as ${ROLE_WORDS[role].name.toLowerCase()}`);
  const { audited } = await batchOf(ctx.db, {
    added: insertAdministrator(ctx.db, { id, ...given, ...first, createdAt: ctx.now }),
    keyed: insertKey(ctx.db, { hash: keyHash(ctx.config, key), id, now: ctx.now }),
    audited: auditChange(ctx, { actor: "admin", action: "administrator.add", subject: id, details: { role } }),
    mails: mail ? [mail.insert] : [],
  });
  if (audited.meta.changes === 0)
    throw conflict("They're already added. If you didn't see their key or code, make new ones.");
  if (mail) ctx.defer(sendTransactionalMail(ctx, mail));
  return { key: groupedKey(key), code: codeFor(ctx, { id, email: given.email, ...first }) };
}

/** @throws AppError `not_found` */
export async function changeAdministrator(ctx: Ctx, { id, ...change }: WithId<AdministratorRequest>): Promise<void> {
  const details = { role: change.role };
  const [changed] = await ctx.db.batch([
    updateAdministrator(ctx.db, id, change),
    auditChange(ctx, { actor: "admin", action: "administrator.change", subject: id, details }),
  ]);
  if (changed.length === 0) throw notFound(NOUN);
}

async function requireHere(ctx: Ctx, id: string) {
  const [row] = await selectAdministrator(ctx.db, id);
  if (!row) throw notFound(NOUN);
  return row;
}

/** The key before stops working at the next call, and its sessions end. @throws AppError `not_found` */
export async function replaceKey(ctx: Ctx, { id }: { id: string }): Promise<NewKey> {
  const { name } = await requireHere(ctx, id);
  const key = randomKey();
  const mail = noticeOf(ctx, `${name} got a new key for the admin area`);
  const { still } = await batchOf(ctx.db, {
    retired: retireKeys(ctx.db, id, ctx.now),
    ended: endAdminSessionsOf(ctx.db, id, ctx.now),
    still: updateAdministrator(ctx.db, id, { name }),
    keyed: insertKey(ctx.db, { hash: keyHash(ctx.config, key), id, now: ctx.now }),
    audited: auditChange(ctx, { actor: "admin", action: "administrator.key", subject: id }),
    mails: mail ? [mail.insert] : [],
  });
  // Removed meanwhile.
  if (still.length === 0) throw notFound(NOUN);
  if (mail) ctx.defer(sendTransactionalMail(ctx, mail));
  return { key: groupedKey(key) };
}

/** Shows a new code; the one before and its sessions end. @throws AppError `not_found` */
export async function replaceCode(ctx: Ctx, { id }: { id: string }): Promise<NewCode> {
  const before = await requireHere(ctx, id);
  const next = { codeVersion: before.codeVersion + 1, codeKey: presentKey(ctx.config).id };
  const [changed] = await ctx.db.batch([
    updateAdministrator(ctx.db, id, next),
    auditChange(ctx, { actor: "admin", action: "administrator.code", subject: id }),
    endAdminSessionsOf(ctx.db, id, ctx.now),
  ]);
  const [after] = changed;
  const code = after && codeFor(ctx, after);
  if (!code) throw notFound(NOUN);
  return code;
}

/** Ends key, code, and sessions at the next call. A repeat changes nothing. @throws AppError `not_found` */
export async function removeAdministrator(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [removed] = await ctx.db.batch([
    updateAdministrator(ctx.db, id, { removedAt: ctx.now, email: "" }),
    auditChange(ctx, { actor: "admin", action: "administrator.remove", subject: id }),
    retireKeys(ctx.db, id, ctx.now),
    endAdminSessionsOf(ctx.db, id, ctx.now),
  ]);
  if (removed.length === 0) throw notFound(NOUN);
}
