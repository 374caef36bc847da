import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { HEAD_BYTES } from "./mime.ts";

/** Only the beginning of a larger email is read. */
const LARGEST_WHOLE = 5 * 1024 * 1024;

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
export async function storeRaw(ctx: Ctx, message: IncomingMail): Promise<StoredRaw> {
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
