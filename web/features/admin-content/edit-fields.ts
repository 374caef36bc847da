import { updateContentRequest } from "#domain/contract/content.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { ApiError } from "../../lib/api-error.ts";

export type EditFields = { title: string; description: string; youtubeUrl: string; status: ContentStatus };
export type FieldName = keyof EditFields;
export type FieldErrors = Partial<Record<FieldName, string>>;

const NAMES = ["title", "description", "youtubeUrl", "status"] as const satisfies readonly FieldName[];

/** What is wrong with each field: by the contract, else in the server's words after a refused save. */
export function fieldErrors(values: EditFields, refusal: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const checked = updateContentRequest.safeParse(values);
  const issues = checked.success ? [] : checked.error.issues;
  const said = refusal instanceof ApiError ? refusal.fields : {};
  for (const name of NAMES) {
    const message = issues.find((issue) => issue.path[0] === name)?.message ?? said[name];
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}
