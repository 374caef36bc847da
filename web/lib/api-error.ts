import type { ErrorBody, ErrorCode } from "#domain/contract/errors.ts";

/** An answer that was not ok. `message` is "status: text" (spec section 8); `serverText` is the text alone, for forms. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly serverText: string;
  readonly fields: Record<string, string>;

  constructor(status: number, serverText: string, body: Partial<ErrorBody> | null) {
    super(`${status}: ${serverText}`);
    this.name = "ApiError";
    this.status = status;
    this.serverText = serverText;
    this.code = body?.code ?? null;
    this.fields = body?.fields ?? {};
  }

  static async from(response: Response): Promise<ApiError> {
    const text = await response.text().catch(() => "");
    const body = parseBody(text);
    return new ApiError(response.status, body?.error ?? (text || response.statusText), body);
  }
}

function parseBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    return typeof body?.error === "string" ? body : null;
  } catch {
    return null;
  }
}

/** What an error panel says under its title. */
export function errorDetail(error: unknown): string {
  return error instanceof ApiError ? error.message : "The server could not be reached.";
}

export function hasErrorCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}
