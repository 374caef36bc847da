import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import type * as z from "zod";
import { type AppError, invalid } from "../errors.ts";

/** The first message of each field, and the first of all as the sentence to show. */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    // What is wrong with the request as a whole belongs to no field.
    if (path.length > 0) fields[path.join(".")] ??= message;
  }
  const hasFields = Object.keys(fields).length > 0;
  return invalid(issues[0]?.message ?? "The request is not valid.", hasFields ? fields : undefined);
}

const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;

/** Parses one part of a request on its way in. It throws, so the error branch stays out of the routes' types. */
export function validate<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result, c) => {
    // Of a body under another name the validator sees nothing at all, and an empty change would pass for one that was made.
    if (target === "json" && !JSON_TYPE.test(c.req.header("content-type") ?? "")) {
      throw invalid("Please send JSON with the content type application/json.");
    }
    if (!result.success) throw invalidInput(result.error.issues);
  });
}
