import type { Context } from "hono";
import * as z from "zod";
import { hangUp, type SandboxEnv } from "../../hang-up.ts";
import { badField, PayPalRefusal, refusal } from "../answers.ts";
import type { PayPalDocuments } from "../documents/documents.ts";
import type { PayPalFault, PayPalFaults, PayPalOperation } from "../paypal-faults.ts";
import type { Access } from "./access.ts";

const REQUEST_ID_KEPT_MS = 72 * 60 * 60 * 1000;

/** A call of PayPal's API that passed the general checks. */
export type Call = {
  /** The sandbox's address, for links. */
  origin: string;
  path: string;
  text: string;
  query: (name: string) => string | undefined;
  header: (name: string) => string | undefined;
};

/** `body` is evaluated late, so that a repeated call gets the latest state; 204 has none. */
export type Answer = { status: 200 | 201 | 204; body?: () => unknown };

type Door = {
  now: () => number;
  faults: PayPalFaults;
  access: Access;
  /** Null: calls and responses aren't validated against PayPal's documents. */
  documents: PayPalDocuments | null;
};

/** PayPal would answer in short; the sandbox knows only full answers, as our client asks for them. */
const SHORT = { issue: "NOT_IN_THE_SANDBOX", description: "The Prefer header must be return=representation." };

type Handle = (call: Call, ids: Record<string, string>) => Answer;

/** Checks before every call is handled: faults, the token, `Prefer`, and `PayPal-Request-Id`. */
export function createDoor({ now, faults, access, documents }: Door) {
  const answered = new Map<string, { at: number; answer: Answer }>();

  function once(key: string, handle: () => Answer): Answer {
    const earlier = answered.get(key);
    if (earlier && now() - earlier.at < REQUEST_ID_KEPT_MS) return { ...earlier.answer, status: 200 };
    const answer = handle();
    answered.set(key, { at: now(), answer });
    return answer;
  }

  return (operation: PayPalOperation, handle: Handle, options: { open?: boolean; idempotent?: boolean } = {}) =>
    async (c: Context<SandboxEnv>): Promise<Response> => {
      const text = await c.req.text();
      const fault = faults.take({ operation, text: c.req.url + text });
      if (fault?.kind === "cut") return hangUp(c);
      if (fault?.kind === "silence") await new Promise(() => undefined);
      const refused = fault && refusalOfFault(fault);
      if (refused) return refused;
      if (!options.open && !access.admits(c.req.header("authorization"))) return refusal("AUTHENTICATION_FAILURE");
      if (!options.open && c.req.header("prefer") !== "return=representation")
        return refusal("INVALID_REQUEST", [SHORT]);

      const call: Call = {
        origin: new URL(c.req.url).origin,
        path: c.req.path,
        text,
        query: (name) => c.req.query(name),
        header: (name) => c.req.header(name),
      };
      const requestId = options.idempotent ? c.req.header("paypal-request-id") : undefined;
      const act = () => handle(call, c.req.param() as Record<string, string>);
      const answer = answerTo(() => (requestId ? once(`${c.req.method} ${c.req.path} ${requestId}`, act) : act()));
      if (fault?.kind === "drop_after_accept") return hangUp(c);
      return documents ? asDocumented(documents, operation, text, answer) : answer;
    };
}

export type Operation = ReturnType<typeof createDoor>;

function answerTo(act: () => Answer): Response {
  try {
    const { status, body } = act();
    return body === undefined ? new Response(null, { status }) : Response.json(body(), { status });
  } catch (error) {
    if (error instanceof PayPalRefusal) return error.answer;
    throw error;
  }
}

/** Validates request and response if PayPal's documents cover them; a bad request is reported to its sender. */
async function asDocumented(documents: PayPalDocuments, operation: PayPalOperation, text: string, answer: Response) {
  const body = answer.status === 204 ? undefined : await answer.clone().json();
  const wrongAnswer = documents.answer(operation, answer.status, body);
  if (wrongAnswer) throw new Error(`The sandbox's answer to ${operation} breaks PayPal's documents: ${wrongAnswer}`);
  const asked = answer.ok && text.startsWith("{") ? documents.request(operation, JSON.parse(text)) : null;
  if (!asked) return answer;
  console.error(`A request of ${operation} breaks PayPal's documents: ${asked}`);
  return refusal("INVALID_REQUEST", [{ issue: "NOT_IN_THE_DOCUMENT", description: asked }]);
}

function refusalOfFault(fault: PayPalFault): Response | null {
  switch (fault.kind) {
    case "rate_limit": {
      const seconds = fault.retryAfterSeconds;
      return refusal("RATE_LIMIT_REACHED", [], seconds === undefined ? {} : { "retry-after": String(seconds) });
    }
    case "server_error":
      return refusal(fault.status === 500 ? "INTERNAL_SERVER_ERROR" : "SERVICE_UNAVAILABLE");
    case "unauthorized":
      return refusal("AUTHENTICATION_FAILURE");
    case "forbidden":
      return refusal("NOT_AUTHORIZED");
    case "html":
      return htmlPage(fault.status);
    default:
      return null;
  }
}

/** The error page of the proxies in front of PayPal's API. */
function htmlPage(status: number): Response {
  const page = `<html><head><title>${status}</title></head><body><h1>${status}</h1><p>The server is unable to answer.</p></body></html>`;
  return new Response(page, { status, headers: { "content-type": "text/html" } });
}

/** The JSON body of a call. @throws PayPalRefusal that names the first wrong field */
export function readBody<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = `/${issue?.path.join("/") ?? ""}`;
  if (issue?.code === "invalid_type" && issue.message.endsWith("undefined")) {
    throw badField("MISSING_REQUIRED_PARAMETER", field);
  }
  if (issue?.code === "too_big" && issue.origin === "string") throw badField("INVALID_STRING_MAX_LENGTH", field);
  throw badField("INVALID_PARAMETER_SYNTAX", field);
}

function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badField("INVALID_PARAMETER_SYNTAX", "/");
  }
}

const instant = z.iso.datetime({ offset: true });

/** Epoch ms of an instant in the query. @throws PayPalRefusal */
export function readInstant(call: Call, name: string): number | undefined {
  const text = call.query(name);
  if (text === undefined) return undefined;
  if (!instant.safeParse(text).success) throw badField("INVALID_PARAMETER_SYNTAX", name, text, "query");
  return Date.parse(text);
}

/** @throws PayPalRefusal also if it's missing */
export function requireInstant(call: Call, name: string): number {
  const at = readInstant(call, name);
  if (at === undefined) throw badField("MISSING_REQUIRED_PARAMETER", name, undefined, "query");
  return at;
}

/** A number in the query, within PayPal's limits. @throws PayPalRefusal */
export function readCount(call: Call, name: string, { fallback, max }: { fallback: number; max: number }): number {
  const text = call.query(name);
  if (text === undefined) return fallback;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw badField("INVALID_PARAMETER_VALUE", name, text, "query");
  return count;
}
