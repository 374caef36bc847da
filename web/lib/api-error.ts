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

  constructor(status: number, serverText: string, body: Partial<ErrorBody> | null, otherText = "") {
    super(`${status}: ${serverText || otherText || STATUS_TEXTS[status] || "Unknown error"}`);
    this.status = status;
    this.serverText = serverText;
    this.code = body?.code ?? null;
    this.fields = body?.fields ?? {};
    this.requestId = body?.requestId ?? null;
    this.present = body?.present;
  }

  static async from(response: Response): Promise<ApiError> {
    const text = await response.text().catch(() => "");
    return ApiError.of(response.status, text || response.statusText);
  }

  static of(status: number, answered: string): ApiError {
    const text = answered.trim();
    const parsed = parseJson(text);
    const body: Partial<ErrorBody> | null = isRecord(parsed) && typeof parsed.error === "string" ? parsed : null;
    return new ApiError(status, body?.error ?? "", body, plainText(text));
  }
}

/** HTTP/2 has no status texts, and an HTML page isn't shown. */
const STATUS_TEXTS: Record<number, string> = {
  400: "Bad Request",
  403: "Forbidden",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const LONGEST_PLAIN_TEXT = 200;

/** A proxy's short plain text; "" for HTML pages, foreign JSON, and texts that say nothing. */
function plainText(text: string): string {
  return /^([<{[]|internal server error)/i.test(text) || text.length > LONGEST_PLAIN_TEXT ? "" : text;
}

/** The message where the spec shows it (section 8); "" without an answer, for which the browser has words of its own. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : "";
}

/**
 * What a panel, toast, or form says of a failure: our server's sentence and, for a failure on our side, the start of
 * the ID that our log has. What another server answered has its status before it.
 */
export function errorDetail(error: unknown, unanswered = "We couldn't reach the server."): string {
  if (error instanceof SyntaxError) return "We couldn't read the server's answer.";
  if (!(error instanceof ApiError)) return unanswered;
  const text = error.serverText || error.message;
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
