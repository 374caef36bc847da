import * as z from "zod";
import { bareAddress, domainOf } from "../outbox/outbox.ts";
import { type ResendError, resendError } from "./resend-errors.ts";

/** Addresses of this domain count as malformed, so a test can have one rejected and the rest of the batch sent. */
const REJECTED_DOMAIN = "rejected.test";

const addressMessage = (field: string) =>
  `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`;

const address = (field: string) =>
  z.string({ error: addressMessage(field) }).refine(
    (text) => {
      const bare = bareAddress(text);
      return bare !== null && domainOf(bare) !== REJECTED_DOMAIN;
    },
    { error: addressMessage(field) },
  );

const addresses = (field: string) =>
  z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z
      .array(address(field), { error: addressMessage(field) })
      .min(1, { error: addressMessage(field) })
      .max(50, { error: `The \`${field}\` field can have at most 50 addresses.` }),
  );

const text = (field: string) => z.string({ error: `The \`${field}\` field must be a \`string\`.` });

const tagPart = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, { error: "Tags should only contain ASCII letters, numbers, underscores, or dashes." })
  .max(256, { error: "Tag names and values can have at most 256 characters." });

/** Other fields of Resend's are refused, not dropped: an email sent without them would look like a success. */
const mailSchema = z.strictObject({
  to: addresses("to"),
  from: address("from"),
  subject: text("subject"),
  html: text("html").optional(),
  text: text("text").optional(),
  reply_to: addresses("reply_to").default([]),
  headers: z
    .record(z.string(), z.string({ error: "Header values must be strings." }), {
      error: "The `headers` field must be an object.",
    })
    .default({}),
  tags: z
    .array(z.object({ name: tagPart, value: tagPart }), { error: "The `tags` field must be an array." })
    .max(75, { error: "The `tags` field can have at most 75 tags." })
    .default([]),
});

export type Mail = z.infer<typeof mailSchema>;

type ReadMail = { ok: true; mail: Mail } | { ok: false; error: ResendError };

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

const refuse = (error: ResendError): ReadMail => ({ ok: false, error });

/** One email, checked like Resend does: first presence (`to`, body, `subject`, `from`, in that order), then format. */
export function readMail(payload: unknown): ReadMail {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
    return refuse(resendError("validation_error", "An email must be a JSON object."));
  }
  const fields = payload as Record<string, unknown>;
  if (isBlank(fields.to)) return refuse(missing("to"));
  if (isBlank(fields.html) && isBlank(fields.text)) {
    return refuse(resendError("validation_error", "Missing `html` or `text` field."));
  }
  if (isBlank(fields.subject)) return refuse(missing("subject"));
  if (isBlank(fields.from)) return refuse(missing("from"));

  const parsed = mailSchema.safeParse(payload);
  if (!parsed.success) return refuse(resendError("validation_error", parsed.error.issues[0]?.message));
  return { ok: true, mail: parsed.data };
}

const missing = (field: string) => resendError("missing_required_field", `Missing \`${field}\` field.`);
