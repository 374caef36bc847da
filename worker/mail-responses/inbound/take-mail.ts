import { BRAND } from "#domain/brand.ts";
import type { Ctx } from "../../kernel/context.ts";
import { emailKeyOf } from "../../kernel/hashing.ts";
import { linkOfUnsubscribeAddress } from "../../kernel/links/unsubscribe-key.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { senderAddress } from "../../kernel/resend/mailer.ts";
import { retryWrite } from "../../kernel/retry-write.ts";
import { unsubscribe } from "../unsubscribe/unsubscribe.ts";
import { acknowledge } from "./acknowledge.ts";
import { type InboundRow, insertInbound, selectInbound, setForwarded } from "./inbound.queries.ts";
import { HEAD_BYTES } from "./mime.ts";
import { FORWARDED_HEADER, type ReadMail, readMail } from "./read-mail.ts";

/** Only the beginning of a larger email is read. */
export const LARGEST_WHOLE = 5 * 1024 * 1024;

/** An email from the platform: `from` and `to` are the envelope's, `raw` can be read once. */
export type IncomingMail = Pick<ForwardableEmailMessage, "from" | "to" | "raw" | "rawSize" | "forward" | "setReject">;

/** Prefix of stored emails, sorted by the day they came. */
export const RAW_PREFIX = "inbound/";

type StoredRaw = { key: string | null; bytes: Uint8Array };

function keepHead(head: Uint8Array[]) {
  let length = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (length < HEAD_BYTES) head.push(chunk.slice(0, HEAD_BYTES - length));
      length += chunk.length;
      controller.enqueue(chunk);
    },
  });
}

/** Never holds a large email in memory as a whole. */
async function storeLarge(ctx: Ctx, key: string, { raw, rawSize }: IncomingMail): Promise<Uint8Array> {
  const head: Uint8Array[] = [];
  const fixed = new FixedLengthStream(rawSize);
  await Promise.all([ctx.bucket.put(key, fixed.readable), raw.pipeThrough(keepHead(head)).pipeTo(fixed.writable)]);
  return new Uint8Array(await new Blob(head).arrayBuffer());
}

/** Stores an email in R2 as it came, before anything parses it. If that fails, the email is still read. */
async function storeRaw(ctx: Ctx, message: IncomingMail): Promise<StoredRaw> {
  const key = `${RAW_PREFIX}${new Date(ctx.now).toISOString().slice(0, 10)}/${crypto.randomUUID()}.eml`;
  if (message.rawSize > LARGEST_WHOLE) return { key, bytes: await storeLarge(ctx, key, message) };
  const bytes = new Uint8Array(await new Response(message.raw).arrayBuffer());
  try {
    await ctx.bucket.put(key, bytes);
    return { key, bytes };
  } catch (error) {
    log("error", "inbound_not_stored", errorFields(error));
    return { key: null, bytes };
  }
}

const TRY_AGAIN = "We can't receive email right now. Try again later.";

/** Logs a failed step and returns null, so the other steps still run. */
async function attempt<T>(part: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log("error", "inbound_part_failed", { part, ...errorFields(error) });
    return null;
  }
}

/** Stops the emails of the member whose signed address was written to; false for any other address. */
async function unsubscribeByMail(ctx: Ctx, { to }: IncomingMail): Promise<boolean> {
  const link = linkOfUnsubscribeAddress(ctx.config, to);
  if (link === null) return false;
  await unsubscribe(ctx, link);
  log("info", "inbound_unsubscribed");
  return true;
}

/** Stores what was read from an email. For a copy it returns the earlier row and deletes the new file. */
async function record(ctx: Ctx, mail: ReadMail, raw: { key: string | null; size: number }): Promise<InboundRow> {
  const { id, fromAddress, fromName, subject, preview, asksRefund } = mail;
  const wantsAnswer = !mail.isAutomatic && !isOurOwn(ctx, mail);
  const said = { id, fromAddress, fromName, subject, preview, asksRefund, wantsAnswer };
  const file = { rawKey: raw.key, sizeBytes: raw.size };
  const fromKey = emailKeyOf(fromAddress);
  const [, [row]] = await retryWrite(() =>
    ctx.db.batch([
      insertInbound(ctx.db, { ...said, ...file, fromKey, receivedAt: ctx.now }),
      selectInbound(ctx.db, id),
    ]),
  );
  if (!row) throw new Error("The email's row is missing right after we wrote it.");
  if (raw.key !== null && row.rawKey !== raw.key) await ctx.bucket.delete(raw.key);
  return row;
}

async function forward(ctx: Ctx, message: IncomingMail, mail: ReadMail | null): Promise<boolean> {
  const { supportMailbox } = ctx.config;
  if (supportMailbox === null) {
    log("info", "inbound_only_stored", { reason: "SUPPORT_MAILBOX is empty" });
    return false;
  }
  const senders = [message.from, mail?.fromAddress ?? ""].map((address) => address.toLowerCase());
  if (mail?.wasForwardedByUs || senders.includes(supportMailbox.toLowerCase())) return false;
  await message.forward(supportMailbox, new Headers({ [FORWARDED_HEADER]: "1" }));
  return true;
}

function isOurOwn(ctx: Ctx, { fromAddress, wasForwardedByUs }: ReadMail): boolean {
  const { supportMailbox, unsubscribeAddress } = ctx.config;
  const own = [senderAddress(ctx.config), BRAND.supportEmail, supportMailbox, unsubscribeAddress];
  return wasForwardedByUs || own.some((address) => address?.toLowerCase() === fromAddress.toLowerCase());
}

/** A failed step doesn't stop the others; an email no one would see is rejected. Trusts nothing, not even the sender. Never throws. */
export async function takeMail(ctx: Ctx, message: IncomingMail): Promise<void> {
  if (await attempt("unsubscribe", () => unsubscribeByMail(ctx, message))) return;
  const raw = await attempt("store", () => storeRaw(ctx, message));
  const envelopeFrom = message.from;
  const mail = raw && (await attempt("read", () => readMail({ ...raw, envelopeFrom })));
  const file = { key: raw?.key ?? null, size: message.rawSize };
  const row = mail && (await attempt("record", () => record(ctx, mail, file)));
  if (mail && row?.acknowledgement === null) {
    await attempt("acknowledge", () => acknowledge(ctx, row, mail));
  }
  if (row && row.forwardedAt !== null) return;
  const isForwarded = await attempt("forward", () => forward(ctx, message, mail));
  if (row && isForwarded) await attempt("record forward", () => setForwarded(ctx.db, row.id, ctx.now).execute());
  log("info", "inbound_mail", { bytes: message.rawSize, isKept: !!row, isForwarded });
  if (!row && !isForwarded) message.setReject(TRY_AGAIN);
}
