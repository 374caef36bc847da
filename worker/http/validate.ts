import { zValidator } from "@hono/zod-validator";
import type { Context, ValidationTargets } from "hono";
import type * as z from "zod";
import { type AppError, invalid } from "../kernel/errors.ts";

/** The first message of each field, and the first of all as the sentence to show. */
function invalidInput(issues: readonly z.core.$ZodIssue[]): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    // What is wrong with the request as a whole belongs to no field.
    if (path.length > 0) fields[path.join(".")] ??= message;
  }
  const hasFields = Object.keys(fields).length > 0;
  return invalid(issues[0]?.message ?? "The request is not valid", hasFields ? fields : undefined);
}

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with fields",
};

/** "emailTime" → "Email time"; what has no name is the request as a whole. */
function nameOf(path: PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === "string") ?? "the request";
  const words = String(name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A plain sentence where a schema says none: people never read a library's own. */
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
      return `${name} is not valid`;
  }
}

const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;

export const BROKEN_OFF = "The request's body broke off";

/** A body as it came, for what is signed as it came. @throws AppError `validation` for one that breaks off */
export function bodyText(c: Context): Promise<string> {
  return c.req.text().catch(() => {
    throw invalid(BROKEN_OFF);
  });
}

/** What each validator looks at, for whoever wants to know what a route takes. */
export const validatedBy = new WeakMap<object, { target: string; schema: z.ZodType }>();

/** Parses one part of a request on its way in. It throws, so the error branch stays out of the routes' types. */
export function validate<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, schema, false);
}

/** The same for a part that may be missing: the schema then sees an empty object. */
export function validateIfGiven<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, schema, true);
}

function validator<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
  mayBeMissing: boolean,
) {
  const handler = zValidator(target, schema, (result, c) => {
    const contentType = c.req.header("content-type");
    const isMissing = mayBeMissing && contentType === undefined;
    // Of a body under another name the validator sees nothing at all, and an empty change would pass for one that was made.
    if (target === "json" && !isMissing && !JSON_TYPE.test(contentType ?? "")) {
      throw invalid("Please send JSON with the content type application/json");
    }
    if (result.success) return;
    // Once more, for the schema's own messages in place of the library's.
    throw invalidInput(schema.safeParse(result.data, { error: plainSentence }).error?.issues ?? []);
  });
  validatedBy.set(handler, { target, schema });
  return handler;
}
