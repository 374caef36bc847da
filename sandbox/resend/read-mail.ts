import { type Mail, mailSchema } from "./mail-schema.ts";
import { type ResendError, resendError } from "./resend-errors.ts";

export type ReadMail = { ok: true; mail: Mail } | { ok: false; error: ResendError };

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

const refuse = (error: ResendError): ReadMail => ({ ok: false, error });

/** One mail as Resend reads it: presence first (`to`, body, `subject`, `from`, in the order it complains), then form. */
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
  if (parsed.data.attachments.some(({ content, path }) => isBlank(content) && isBlank(path))) {
    return refuse(resendError("invalid_attachment"));
  }
  return { ok: true, mail: parsed.data };
}

const missing = (field: string) => resendError("missing_required_field", `Missing \`${field}\` field.`);
