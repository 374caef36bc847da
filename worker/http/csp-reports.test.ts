import { afterEach, expect, test, vi } from "vitest";
import { request, requestWith } from "#test/worker/request.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const REPORT = {
  "document-uri": "https://daybolt.example/unsubscribe?member=1&key=secret",
  "effective-directive": "script-src-elem",
  "violated-directive": "script-src-elem",
  "blocked-uri": "https://evil.example/x.js?token=secret",
  "source-file": "https://daybolt.example/assets/main-1a2b.js",
  "line-number": 12,
};

const type = { "content-type": "application/csp-report" };
/** Each test writes in its own minutes. */
let lastMinute = Date.parse("2031-01-01T00:00:00Z");

function nextMinute(): number {
  lastMinute += 60_000;
  return lastMinute;
}

async function post(report: object, now = nextMinute()) {
  const lines: unknown[] = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  const body = JSON.stringify({ "csp-report": { ...REPORT, ...report } });
  const response = await requestWith({}, "/api/csp-reports", { method: "POST", body, headers: type, now });
  vi.restoreAllMocks();
  return { status: response.status, lines };
}

test("a browser's report is a log line without what may be secret in its addresses", async () => {
  expect(await post({})).toEqual({
    status: 204,
    lines: [
      {
        ...{
          level: "warn",
          event: "csp_violation",
          requestId: expect.any(String),
          page: "unsubscribe",
          directive: "script-src-elem",
        },
        ...{ blocked: "https://evil.example", source: "/assets/main-1a2b.js", line: 12 },
      },
    ],
  });
});

test.for([
  [{ "blocked-uri": "inline" }, { blocked: "inline" }],
  [{ "blocked-uri": "not an address, secret" }, { blocked: "other" }],
  [{ "document-uri": "https://daybolt.example/content/2025-08-12?key=secret" }, { page: "content" }],
  [{ "document-uri": "https://daybolt.example/nothing/secret" }, { page: "other" }],
  [{ "effective-directive": undefined, "violated-directive": "img-src secret" }, { directive: "other" }],
  [{ "source-file": "https://evil.example/secret" }, { source: "https://evil.example" }],
])("of %j the line says %j", async ([report, said]) => {
  const { lines } = await post(report as object);
  expect(lines).toEqual([expect.objectContaining(said)]);
  expect(JSON.stringify(lines)).not.toContain("secret");
});

test("a minute writes ten lines, however many browsers complain", async () => {
  const now = nextMinute();
  let lines = 0;
  for (let count = 0; count < 30; count += 1) lines += (await post({}, now)).lines.length;
  expect(lines).toBe(10);
  expect((await post({})).lines.length).toBe(1);
});

test.for(["", "{", "[]", "null", '{"csp-report":null}', '{"csp-report":{}}'])("%j is no report", async (body) => {
  const response = await request("/api/csp-reports", { method: "POST", body, headers: type });
  expect(response.status).toBe(400);
});

test("a report of more than 8 KiB is not read", async () => {
  const body = JSON.stringify({ "csp-report": { ...REPORT, "blocked-uri": "x".repeat(9000) } });
  const response = await request("/api/csp-reports", { method: "POST", body, headers: type });
  expect(response.status).toBe(413);
});

test("every policy names where its refusals are told", async () => {
  for (const path of ["/", "/subscribe", "/content/2025-08-12", "/api/nothing"]) {
    const policy = (await request(path)).headers.get("content-security-policy");
    expect(policy, path).toContain("report-uri /api/csp-reports");
  }
});
