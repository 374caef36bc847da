import { vi } from "vitest";

type Call = { method: string; path: string; query: Record<string, string>; headers: Headers; body: unknown };
type Answer = (call: Call) => Response | Promise<Response>;

/** Answers the browser's calls by "METHOD /path", without the query, or with a 599. @returns the calls so far */
export function stubApi(answers: Record<string, Answer>): Call[] {
  const calls: Call[] = [];
  const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(String(input), "http://localhost"), init);
    const { pathname: path, searchParams } = new URL(request.url);
    const text = await request.text();
    const query = Object.fromEntries(searchParams);
    const call = {
      method: request.method,
      path,
      query,
      headers: request.headers,
      body: text ? JSON.parse(text) : null,
    };
    calls.push(call);
    const known = answers[`${call.method} ${path}`];
    return known ? known(call) : Response.json({ error: `No answer to ${call.method} ${path}` }, { status: 599 });
  };
  vi.stubGlobal("fetch", answer);
  return calls;
}

/** An error response like our server's. */
export function refusal(status: number, code: string, error: string): Response {
  return Response.json({ error, code, requestId: "r-1" }, { status });
}

/** What `fetch` does without a connection. */
export function lostConnection(): never {
  throw new TypeError("Failed to fetch");
}

/** A proxy's response when the server behind it is gone. */
export function proxyPage(): Response {
  return new Response("<html><body><h1>502 Bad Gateway</h1></body></html>", {
    status: 502,
    headers: { "content-type": "text/html" },
  });
}
