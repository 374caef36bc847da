import type * as z from "zod";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, accountPath, GIFT_ICON, PRIVACY_PATH, PUBLIC_PAGES } from "#domain/paths.ts";
import { OPENED_ARTWORK } from "#domain/rules/artwork.ts";
import { PODCAST_PATH } from "#domain/rules/feeds.ts";
import type { MailKind } from "#domain/words.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Config } from "../kernel/env.ts";
import { notFound } from "../kernel/errors.ts";
import { FIRST_KEY, signingAs } from "../kernel/links/signing-keys.ts";
import { unsubscribeWays } from "../kernel/links/unsubscribe-key.ts";
import { parseJson } from "../kernel/parse-json.ts";
import type { Mail } from "../kernel/resend/mailer.ts";
import { type Kind, linkUrl } from "./kinds/kind.ts";
import { type KINDS, kindOf } from "./kinds/kinds.ts";
import { renderMail, type TemplateName } from "./templates.ts";
import {
  type ClaimedMail,
  insertMailsOnce,
  insertNoticeOfChange,
  insertTransactionalMail,
  type TransactionalMailRow,
} from "./transactional-mails.queries.ts";

type Link = { id: string; expiresAt: number };
type ContentOf<K extends MailKind> =
  (typeof KINDS)[K] extends Kind<infer P, infer L>
    ? { kind: K; parameters: z.infer<P> } & (L extends string ? { link: Link } : { link?: undefined })
    : never;
type Content = { [K in MailKind]: ContentOf<K> }[MailKind];
/** Set `id` if a repeated request must not create a second email. `memberId` is null for someone without an account. */
type NewMail = Content & { id?: string; memberId: string | null; to: string; notBefore?: number; expiresAt?: number };

type Stored = Omit<NewMail, "parameters" | "link"> & { parameters: object; link?: Link | undefined };

function toRow(ctx: Pick<Ctx, "now">, { to, link, notBefore, ...mail }: Stored) {
  return {
    id: mail.id ?? crypto.randomUUID(),
    memberId: mail.memberId,
    kind: mail.kind,
    toAddress: to,
    parameters: JSON.stringify(mail.parameters),
    tokenId: link?.id ?? null,
    expiresAt: link?.expiresAt ?? mail.expiresAt ?? null,
    notBefore: notBefore ?? null,
    nextAttemptAt: Math.max(ctx.now, notBefore ?? 0),
    createdAt: ctx.now,
  };
}

/** Stores an email. Put `insert` in the batch of its cause, so neither exists without the other. */
export function queueMail(ctx: Pick<Ctx, "db" | "now">, mail: NewMail) {
  const row = toRow(ctx, mail);
  return { id: row.id, insert: insertTransactionalMail(ctx.db, row) };
}

export function queueMailOnce(ctx: Pick<Ctx, "db" | "now">, mail: NewMail & { id: string }) {
  return { id: mail.id, insert: insertTransactionalMail(ctx.db, toRow(ctx, mail)).onConflictDoNothing() };
}

export function queueMailsOnce(ctx: Pick<Ctx, "db" | "now">, mails: (NewMail & { id: string })[], onlyIf?: OnlyIf) {
  const rows = mails.map((mail) => toRow(ctx, mail));
  return insertMailsOnce(ctx.db, rows, { onlyIf });
}

/** Like `queueMail`, for an email about a change. Put `insert` directly after the change's audit statement; it does nothing without it. */
export function queueNotice(ctx: Pick<Ctx, "db" | "now">, mail: NewMail) {
  const row = toRow(ctx, mail);
  return { id: row.id, insert: insertNoticeOfChange(ctx.db, row) };
}

type Invitation = ContentOf<"live-event">["parameters"];
type Invitations = {
  shared: Omit<Invitation, "whenText">;
  notBefore: number;
  expiresAt: number;
  each: { id: string; memberId: string; to: string; whenText: string }[];
};
type OnlyIf = NonNullable<Parameters<typeof insertMailsOnce>[2]>["onlyIf"];

export function queueInvitations(ctx: Pick<Ctx, "db" | "now">, mails: Invitations, onlyIf: OnlyIf) {
  const { shared, each, ...when } = mails;
  const rows = each.map(({ whenText, ...addressee }) =>
    toRow(ctx, { kind: "live-event", ...addressee, ...when, parameters: { whenText } }),
  );
  return insertMailsOnce(ctx.db, rows, { onlyIf, shared });
}

type Addressed = { id: string; memberId: string; to: string };

export function queueMessages(ctx: Pick<Ctx, "db" | "now">, broadcastId: string, each: Addressed[], onlyIf: OnlyIf) {
  const rows = each.map((one) => toRow(ctx, { kind: "service-message", ...one, parameters: { broadcastId } }));
  return insertMailsOnce(ctx.db, rows, { onlyIf });
}

type Again = { id: string; to: string; link: Link | null; insert?: typeof insertNoticeOfChange };

/** `insert`: `insertNoticeOfChange` if it depends on the statement before it. */
export function queueAgain(ctx: Pick<Ctx, "db" | "now">, row: TransactionalMailRow, again: Again) {
  const { id, to, link, insert = insertTransactionalMail } = again;
  const { memberId, kind, parameters } = row;
  const addressee = { id, memberId, toAddress: to, tokenId: link?.id ?? null, expiresAt: link?.expiresAt ?? null };
  const times = { nextAttemptAt: ctx.now, createdAt: ctx.now };
  return insert(ctx.db, { ...addressee, kind, parameters, ...times });
}

/** Values that many kinds use. Templates ignore the ones they don't name. */
function commonValues({ appUrl }: Config) {
  return {
    brand: BRAND.name,
    site: appUrl,
    artwork: `${appUrl}${OPENED_ARTWORK}`,
    picture: `${appUrl}${GIFT_ICON}`,
    dashboardUrl: `${appUrl}${APP_PAGES.dashboard}`,
    loginUrl: `${appUrl}${APP_PAGES.login}`,
    membershipUrl: `${appUrl}${accountPath("membership")}`,
    podcastUrl: `${appUrl}${PODCAST_PATH}`,
    privacyUrl: `${appUrl}${PRIVACY_PATH}`,
    profileUrl: `${appUrl}${APP_PAGES.profile}`,
    resetPageUrl: `${appUrl}${APP_PAGES.resetPassword}`,
    subscribeUrl: `${appUrl}${PUBLIC_PAGES.subscribe}`,
  };
}

type Rendered = Pick<
  ClaimedMail,
  "kind" | "tokenId" | "toAddress" | "parameters" | "signingKey" | "memberId" | "unsubscribeKey"
>;

/** An email that no one has been sent: its links open nothing. @throws AppError `not_found` */
export function renderSample(config: Config, kind: string, parameters: object, toAddress: string): Mail {
  const own = { memberId: null, unsubscribeKey: null, tokenId: "", signingKey: FIRST_KEY };
  const mail = renderTransactionalMail(config, { kind, toAddress, parameters: JSON.stringify(parameters), ...own });
  if (!mail) throw notFound("Email");
  return mail;
}

/** Renders a row's email, identical byte for byte each time; null if the row can't be read. */
export function renderTransactionalMail(before: Config, row: Rendered): Mail | null {
  const { kind, tokenId, toAddress: to } = row;
  const declared = kindOf(kind);
  if (!declared || (declared.link && tokenId === null)) return null;
  const stored = declared.parameters.safeParse(parseJson(row.parameters));
  if (!stored.success) return null;
  const config = signingAs(before, row.signingKey);
  const subscriber = { id: row.memberId ?? "", unsubscribeKey: row.unsubscribeKey ?? FIRST_KEY };
  const content = { config, parameters: stored.data, to, subscriber, linkId: tokenId ?? "" };
  const toStop = declared.unsubscribe && unsubscribeWays(config, subscriber);
  const words = Object.entries(stored.data).map(([name, value]) => [name, String(value ?? "")]);
  const values = {
    ...Object.fromEntries(words),
    ...commonValues(config),
    ...(toStop ? { unsubscribeUrl: toStop.url } : {}),
    ...(declared.link && tokenId !== null ? { linkUrl: linkUrl(config, declared.link, tokenId, to) } : {}),
    ...declared.values?.(content),
  };
  const { template = kind as TemplateName, subject = declared.subject } = declared.variant?.(stored.data) ?? {};
  const headers = toStop?.headers ?? declared.headers?.(content);
  return {
    to,
    ...declared.sender?.(config),
    ...renderMail({ template, subject }, values),
    ...(headers ? { headers } : {}),
    tags: [{ name: "kind", value: kind }, ...(declared.tags?.(stored.data) ?? [])],
  };
}
