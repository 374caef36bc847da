import type { ErrorBody, ErrorCode } from "#domain/contract/errors.ts";
import { isRecord, parseJson } from "./parse-json.ts";

/** `message` is "status: text" (spec section 8); `serverText` is our own server's `error` alone, for forms. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly serverText: string;
  readonly fields: Record<string, string>;
  /** Of `stale`: the thing as it is now, not looked at yet. */
  readonly present: unknown;
  /** Whether the message is words for people, and not a machine's page or nothing at all. */
  readonly isReadable: boolean;

  constructor(status: number, serverText: string, body: Partial<ErrorBody> | null, otherText = "") {
    const text = serverText || otherText;
    super(`${status}: ${text}`);
    this.status = status;
    this.serverText = serverText;
    this.code = body?.code ?? null;
    this.fields = body?.fields ?? {};
    this.present = body?.present;
    this.isReadable = text !== "";
  }

  static async from(response: Response): Promise<ApiError> {
    const text = (await response.text().catch(() => "")).trim();
    const parsed = parseJson(text);
    const body: Partial<ErrorBody> | null = isRecord(parsed) && typeof parsed.error === "string" ? parsed : null;
    return new ApiError(response.status, body?.error ?? "", body, plainText(text || response.statusText));
  }
}

const LONGEST_PLAIN_TEXT = 200;

/** A proxy's short plain words; nothing of its HTML pages, of JSON in a form not ours, or of what says nothing. */
function plainText(text: string): string {
  const isMachine = /^[<{[]/.test(text) || /^internal server error\.?$/i.test(text);
  return isMachine || text.length > LONGEST_PLAIN_TEXT ? "" : text;
}

/** What a panel or a toast says of a failure; the fall-back stands in for what a browser or a proxy says. */
export function errorDetail(error: unknown, fallback = "The server could not be reached."): string {
  return error instanceof ApiError && error.isReadable ? error.message : fallback;
}

/** Asking again changes no refusal; what the network or a busy or broken server says may change. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

export function hasErrorCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

export function refusedFields(error: unknown): Partial<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}
