import type { ClientResponse } from "hono/client";
import { expect, test } from "vitest";
import { read } from "./api.ts";
import { ApiError, errorDetail, errorMessage, hasErrorCode } from "./api-error.ts";
import { failureSentence, formErrorText } from "./failure-text.ts";

const HTML = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>";

test("the error message is the status, a colon, and the server's text", async () => {
  const body = { error: "Your membership has ended", code: "no_access", requestId: "r1" };
  const error = await ApiError.from(Response.json(body, { status: 403 }));
  expect(error.message).toBe("403: Your membership has ended");
  expect(errorMessage(error)).toBe("403: Your membership has ended");
  expect(hasErrorCode(error, "no_access")).toBe(true);
});

const ours = (status: number, error: string, requestId?: string) => () =>
  Response.json({ error, code: "x", requestId }, { status });
const theirs = (text: string, init: ResponseInit) => () => new Response(text, init);
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const ID = "3f2ab1c0-77d1-4d3a";
const UNREACHED = "We couldn't reach the server.";

/** What was answered; what a panel or toast says of it; what the sentence in a toast has after "Failed to save". */
const CASES: [what: string, answer: () => Response | Promise<Response>, panel: string, sentence: string][] = [
  ["our refusal", ours(409, "Bo has paid since"), "Bo has paid since", ": 409: Bo has paid since"],
  [
    "our failure",
    ours(500, "It broke. Try again.", ID),
    "It broke. Try again. Request ID: 3f2ab1c0",
    ": 500: It broke",
  ],
  ["our busy server", ours(503, "PayPal is busy", ID), "PayPal is busy. Request ID: 3f2ab1c0", ": 503: PayPal is busy"],
  [
    "maintenance, in our form",
    ours(503, "Maintenance until noon"),
    "Maintenance until noon",
    ": 503: Maintenance until noon",
  ],
  [
    "maintenance, as text",
    theirs("Maintenance until noon", { status: 503 }),
    "503: Maintenance until noon",
    ": 503: Maintenance until noon",
  ],
  ["a proxy's line", theirs("upstream gone\n", { status: 502 }), "502: upstream gone", ": 502: upstream gone"],
  ["no body, a status text", theirs("", { status: 500, statusText: "Broken" }), "500: Broken", ": 500: Broken"],
  ["no body over HTTP/2", theirs("", { status: 500 }), "500: Internal Server Error", ": 500: Internal Server Error"],
  ["too many, no body", theirs("", { status: 429 }), "429: Too Many Requests", ": 429: Too Many Requests"],
  ["a status without a name", theirs("", { status: 525 }), "525: Unknown error", ": 525: Unknown error"],
  ["a page", theirs(HTML, { status: 502 }), "502: Bad Gateway", ": 502: Bad Gateway"],
  ["a page after space", theirs("\n  <html>", { status: 504 }), "504: Gateway Timeout", ": 504: Gateway Timeout"],
  [
    "foreign JSON",
    theirs('{"message":"rate exceeded"}', { status: 429 }),
    "429: Too Many Requests",
    ": 429: Too Many Requests",
  ],
  ["a list", theirs('["invalid_type"]', { status: 400 }), "400: Bad Request", ": 400: Bad Request"],
  [
    "a line that says nothing",
    theirs("Internal Server Error", { status: 502 }),
    "502: Bad Gateway",
    ": 502: Bad Gateway",
  ],
  ["a long text", theirs("x".repeat(201), { status: 503 }), "503: Service Unavailable", ": 503: Service Unavailable"],
  ["a page as success", theirs(HTML, { status: 200 }), "We couldn't read the server's answer.", ""],
  ["no answer", lost, UNREACHED, ""],
];

test.for(CASES)(
  "%s reads as what was answered, and only a lost connection as an unreached server",
  async ([_, answer, panel, sentence]) => {
    const call = Promise.resolve(answer()) as Promise<ClientResponse<unknown>>;
    const error: unknown = await read(call).catch((reason: unknown) => reason);
    expect(errorDetail(error)).toBe(panel);
    expect(failureSentence("Failed to save", error)).toBe(`Failed to save${sentence}. Please try again.`);
    const isOurs = error instanceof ApiError && error.serverText !== "";
    const isUnanswered = !(error instanceof ApiError);
    const failed = isUnanswered ? "Login failed. Please try again." : "Login failed";
    expect(formErrorText(error, "Login failed")).toBe(isOurs ? error.serverText : failed);
    if (answer !== lost) expect(panel).not.toBe(UNREACHED);
  },
);

test("the browser's own text for a lost connection is never shown", async () => {
  expect(errorMessage(new TypeError("Failed to fetch"))).toBe("");
  expect(errorDetail(new TypeError("Failed to fetch"), "We lost the connection.")).toBe("We lost the connection.");
});
