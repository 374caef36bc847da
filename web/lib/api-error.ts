import type { ErrorBody, ErrorCode } from "#domain/contract/errors.ts";
import { isRecord, parseJson } from "./parse-json.ts";

/** `message` is "status: text" (spec section 8); `serverText` is only our own server's `error`, for forms. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly serverText: string;
  readonly fields: Record<string, string>;
  readonly requestId: string | null;
  /** For `stale`: the current state, not validated yet. */
  readonly present: unknown;
  /** Whether the message is meant for people, rather than empty or machine output. */
  readonly isReadable: boolean;

  constructor(status: number, serverText: string, body: Partial<ErrorBody> | null, otherText = "") {
    const text = serverText || otherText;
    super(`${status}: ${text}`);
    this.status = status;
    this.serverText = serverText;
    this.code = body?.code ?? null;
    this.fields = body?.fields ?? {};
    this.requestId = body?.requestId ?? null;
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

/** A proxy's short plain text; "" for HTML pages, foreign JSON, and texts that say nothing. */
function plainText(text: string): string {
  const isMachine = /^[<{[]/.test(text) || /^internal server error\.?$/i.test(text);
  return isMachine || text.length > LONGEST_PLAIN_TEXT ? "" : text;
}

/** The message where the spec shows it (section 8); "" for a browser's or proxy's own words. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError && error.isReadable ? error.message : "";
}

/** What a panel or toast says of a failure: our server's sentence or the fallback and, for a failure on our side, the start of the ID that our log has. */
export function errorDetail(error: unknown, fallback = "We couldn't reach the server."): string {
  if (!(error instanceof ApiError)) return fallback;
  const text = error.serverText || fallback;
  if (error.status < 500 || !error.requestId) return text;
  return `${text.replace(/\.?$/, ".")} Request ID: ${error.requestId.slice(0, 8)}`;
}

/** Whether a retry would fail again; errors from the network or a busy or broken server may go away. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

export function hasErrorCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

export function refusedFields(error: unknown): Partial<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}
