import { newId } from "./account/ids.ts";

type ErrorName =
  | "INVALID_REQUEST"
  | "AUTHENTICATION_FAILURE"
  | "NOT_AUTHORIZED"
  | "RESOURCE_NOT_FOUND"
  | "UNPROCESSABLE_ENTITY"
  | "RATE_LIMIT_REACHED"
  | "INTERNAL_SERVER_ERROR"
  | "SERVICE_UNAVAILABLE";

/** Statuses and messages from PayPal's OpenAPI documents. */
const ERRORS: Record<ErrorName, [status: number, message: string]> = {
  INVALID_REQUEST: [400, "Request is not well-formed, syntactically incorrect, or violates schema."],
  AUTHENTICATION_FAILURE: [
    401,
    "Authentication failed due to missing authorization header, or invalid authentication credentials.",
  ],
  NOT_AUTHORIZED: [403, "Authorization failed due to insufficient permissions."],
  RESOURCE_NOT_FOUND: [404, "The specified resource does not exist."],
  UNPROCESSABLE_ENTITY: [
    422,
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  ],
  RATE_LIMIT_REACHED: [429, "Too many requests. Blocked due to rate limiting."],
  INTERNAL_SERVER_ERROR: [500, "An internal server error occurred."],
  SERVICE_UNAVAILABLE: [503, "Service Unavailable."],
};

export type Issue = {
  issue: string;
  description: string;
  field?: string;
  value?: string;
  location?: "body" | "path" | "query";
};

export class PayPalRefusal extends Error {
  readonly answer: Response;

  constructor(answer: Response) {
    super("PayPal refuses.");
    this.answer = answer;
  }
}

export function refusal(name: ErrorName, details: Issue[] = [], headers: Record<string, string> = {}): Response {
  const [status, message] = ERRORS[name];
  const debugId = newId.debug();
  const links = [
    { href: `https://developer.paypal.com/api/rest/responses/#${name}`, rel: "information_link", method: "GET" },
  ];
  const body = { name, message, debug_id: debugId, ...(details.length > 0 ? { details } : {}), links };
  return Response.json(body, { status, headers: { "paypal-debug-id": debugId, ...headers } });
}

export const refuse = (name: ErrorName, details: Issue[] = []) => new PayPalRefusal(refusal(name, details));

const DESCRIPTIONS = {
  MISSING_REQUIRED_PARAMETER: "A required field is missing.",
  INVALID_PARAMETER_SYNTAX: "The value of a field does not conform to the expected format.",
  INVALID_PARAMETER_VALUE: "The value of a field is invalid.",
  INVALID_STRING_MAX_LENGTH: "The value of a field is too long.",
} as const;

export const badField = (
  issue: keyof typeof DESCRIPTIONS,
  field: string,
  value?: unknown,
  location: Issue["location"] = "body",
) =>
  refuse("INVALID_REQUEST", [
    {
      field,
      ...(value === undefined ? {} : { value: String(value) }),
      ...(location === undefined ? {} : { location }),
      issue,
      description: DESCRIPTIONS[issue],
    },
  ]);

export const notFound = () =>
  refuse("RESOURCE_NOT_FOUND", [
    {
      issue: "INVALID_RESOURCE_ID",
      description: "Specified resource ID does not exist. Please check the resource ID and try again.",
    },
  ]);

export const unprocessable = (issue: string, description: string) =>
  refuse("UNPROCESSABLE_ENTITY", [{ issue, description }]);
