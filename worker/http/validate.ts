import { zValidator } from "@hono/zod-validator";
import type { Context, ValidationTargets } from "hono";
import type * as z from "zod";
import { type AppError, invalid } from "../kernel/errors.ts";

/** Keeps each field's first message, and shows the first of all. */
function invalidInput(issues: readonly z.core.$ZodIssue[]): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) if (path.length > 0) fields[path.join(".")] ??= message;
  const hasFields = Object.keys(fields).length > 0;
  return invalid(issues[0]?.message ?? "The request isn't valid", hasFields ? fields : undefined);
}

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with fields",
};

/** "emailTime" → "Email time". An issue without a field name is about the whole request. */
function nameOf(path: PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === "string") ?? "the request";
  const words = String(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A plain message for schemas that define none, so people never see the library's wording. */
function plainSentence(issue: z.core.$ZodRawIssue): string {
  const name = nameOf(issue.path);
  const unit = "origin" in issue && issue.origin === "string" ? " characters" : "";
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? `${name} is missing` : `${name} must be ${KINDS[issue.expected] ?? "valid"}`;
    case "too_small":
      return issue.minimum === 1 && unit !== ""
        ? `${name} is missing`
        : `${name} must be at least ${issue.minimum}${unit}`;
    case "too_big":
      return `${name} must be at most ${issue.maximum}${unit}`;
    default:
      return `${name} isn't valid`;
  }
}

const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;

export const BROKEN_OFF = "The request was cut off";

/** Returns the body as sent, for content that is signed as sent. @throws AppError `validation` if it breaks off */
export function bodyText(c: Context): Promise<string> {
  return c.req.text().catch(() => {
    throw invalid(BROKEN_OFF);
  });
}

/** The targets and schemas of each handler that validates, for code that inspects what a route accepts. */
export const validatedBy = new WeakMap<object, { target: string; schema: z.ZodType }[]>();

/** Parses one part of a request; a body that may be missing is parsed as `{}`. Throws, so the error stays out of the routes' types. */
export function validate<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
  { mayBeMissing = false } = {},
) {
  const handler = zValidator(target, schema, (result, c) => {
    const contentType = c.req.header("content-type");
    const isMissing = mayBeMissing && contentType === undefined;
    // The validator sees nothing of a body with another content type, so an empty change would look like a successful one.
    if (target === "json" && !isMissing && !JSON_TYPE.test(contentType ?? "")) {
      throw invalid("Send JSON with the content type application/json");
    }
    if (result.success) return;
    // Validates again to use the schema's own messages instead of the library's.
    throw invalidInput(schema.safeParse(result.data, { error: plainSentence }).error?.issues ?? []);
  });
  validatedBy.set(handler, [{ target, schema }]);
  return handler;
}
