import * as z from "zod";
import { APP_PAGES, setupPasswordPath } from "#domain/paths.ts";
import type { Ctx } from "../context.ts";
import type { Config } from "../env.ts";
import { tokenOf } from "../hashing.ts";
import { type Mail, senderAddress } from "./mailer.ts";
import { type MailBody, renderMail } from "./templates.ts";
import {
  insertNoticeOfChange,
  insertTransactionalMail,
  type TransactionalMailRow,
} from "./transactional-mails.queries.ts";

const jsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("must be JSON");
    return z.NEVER;
  }
});
const membership = jsonText.pipe(z.object({ name: z.string(), durationText: z.string(), endDateText: z.string() }));

/** What a row holds of a mail's content. Tokens are made again from the link's row id at each attempt. */
const storedMail = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("password-reset"), parameters: jsonText.pipe(z.object({})), linkId: z.string() }),
  z.object({ kind: z.literal("trial-welcome"), parameters: membership, linkId: z.string() }),
  z.object({ kind: z.literal("trial-granted"), parameters: membership }),
  z.object({ kind: z.literal("password-changed"), parameters: jsonText.pipe(z.object({ changedText: z.string() })) }),
  z.object({ kind: z.literal("test-mail"), parameters: jsonText.pipe(z.object({})) }),
]);
type StoredMail = z.infer<typeof storedMail>;

type Link = { id: string; expiresAt: number };
/** A kind with its parameters, and with a link where it carries one. */
type Content<M = StoredMail> = M extends StoredMail
  ? Pick<M, "kind" | "parameters"> & (M extends { linkId: string } ? { link: Link } : { link?: undefined })
  : never;
type NewMail = Content & { memberId: string; to: string; notBefore?: number };

function toRow(ctx: Pick<Ctx, "now">, mail: NewMail) {
  const notBefore = mail.notBefore ?? null;
  return {
    id: crypto.randomUUID(),
    memberId: mail.memberId,
    kind: mail.kind,
    toAddress: mail.to,
    parameters: JSON.stringify(mail.parameters),
    tokenId: mail.link?.id ?? null,
    expiresAt: mail.link?.expiresAt ?? null,
    notBefore,
    nextAttemptAt: Math.max(ctx.now, notBefore ?? 0),
    createdAt: ctx.now,
  };
}

/** The statement that stores a mail; it goes into the batch of its cause, so that neither exists without the other. */
export function queueMail(ctx: Pick<Ctx, "db" | "now">, mail: NewMail) {
  const row = toRow(ctx, mail);
  return { id: row.id, insert: insertTransactionalMail(ctx.db, row) };
}

type Notice = Extract<NewMail, { link?: undefined }> & { notBefore?: undefined };

/** The same for a mail about a change: the statement stands directly behind the change's audit, and is nothing without it. */
export function queueNotice(ctx: Pick<Ctx, "db" | "now">, mail: Notice) {
  const row = toRow(ctx, mail);
  return { id: row.id, insert: insertNoticeOfChange(ctx.db, row) };
}

/** The full address behind a set-up or reset mail. */
export function setupPasswordLink(config: Config, linkId: string, email: string): string {
  return `${config.appUrl}${setupPasswordPath(tokenOf(config, linkId), email)}`;
}

function bodyOf(config: Config, mail: StoredMail, to: string): MailBody {
  switch (mail.kind) {
    case "password-reset":
      return renderMail(mail.kind, { resetUrl: setupPasswordLink(config, mail.linkId, to) });
    case "trial-welcome":
      return renderMail(mail.kind, { ...mail.parameters, setupUrl: setupPasswordLink(config, mail.linkId, to) });
    case "trial-granted":
      return renderMail(mail.kind, { ...mail.parameters, loginUrl: `${config.appUrl}${APP_PAGES.login}` });
    case "password-changed":
      return renderMail(mail.kind, { ...mail.parameters, resetPageUrl: `${config.appUrl}${APP_PAGES.resetPassword}` });
    case "test-mail": {
      const profileUrl = `${config.appUrl}${APP_PAGES.profile}`;
      return renderMail(mail.kind, { sender: senderAddress(config), profileUrl });
    }
  }
}

/** The mail of a row, the same to the byte whenever it is made; null when the row cannot be read. */
export function renderTransactionalMail(config: Config, row: TransactionalMailRow): Mail | null {
  const { kind, parameters, tokenId: linkId, toAddress: to } = row;
  const mail = storedMail.safeParse({ kind, parameters, linkId });
  if (!mail.success) return null;
  return { to, ...bodyOf(config, mail.data, to), tags: [{ name: "kind", value: kind }] };
}
