import { BRAND } from "#domain/brand.ts";
import { health } from "#domain/contract/health.ts";

type SmokeCheck = {
  name: string;
  /** The problem, or null. */
  check: (url: string) => Promise<string | null>;
};

const TIMEOUT_MS = 20_000;

async function ask(url: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { response, text: await response.text() };
}

/** Headers that every document must have, with a pattern for each value. */
const SECURITY_HEADERS = {
  "content-security-policy": /(^|;\s*)script-src 'self'(?![^;]*'unsafe-inline')/,
  "strict-transport-security": /max-age=\d{6,}/,
  "permissions-policy": /camera=\(\)/,
  "referrer-policy": /./,
  "cross-origin-opener-policy": /^same-origin/,
  "x-content-type-options": /^nosniff$/,
};

/** Expects a document with this status that names the brand and has the security headers. */
function documentAt(path: string, status: number): SmokeCheck["check"] {
  return async (url) => {
    const { response, text } = await ask(`${url}${path}`);
    if (response.status !== status) return `${path} returned ${response.status}, not ${status}`;
    if (!text.includes(BRAND.name)) return `${path} doesn't mention ${BRAND.name}`;
    const wrong = Object.entries(SECURITY_HEADERS).filter(
      ([name, form]) => !form.test(response.headers.get(name) ?? ""),
    );
    return wrong.length === 0 ? null : `${path} has missing or weak headers: ${wrong.map(([name]) => name).join(", ")}`;
  };
}

/** Checks that the configuration is readable: a wrong one turns every call into a 500. */
async function checkApi(url: string): Promise<string | null> {
  const { response } = await ask(`${url}/api/auth/verify`);
  return response.status === 401 ? null : `a visitor's login check returned ${response.status}, not 401`;
}

/** Checks that wake-up emails are sent: the minute's cron must have run at or after an instant. */
function checkHealth(since: number): SmokeCheck["check"] {
  return async (url) => {
    const { response, text } = await ask(`${url}/api/health`);
    const answer = health.safeParse(JSON.parse(text)).data;
    if (!response.ok || answer?.status !== "ok") return `/api/health returned ${response.status}: ${answer?.status}`;
    return Date.parse(answer.lastTickAt ?? "") >= since
      ? null
      : `the cron hasn't run since the deploy (last run: ${answer.lastTickAt ?? "never"})`;
  };
}

export type SmokeOptions = {
  /** The first tick must come at or after this instant (epoch ms). */
  tickSince: number;
  /** How long pages and the API may take to work, and how long the first tick may take. */
  pagesWithinMs: number;
  tickWithinMs: number;
  sleep: (ms: number) => Promise<unknown>;
  say: (line: string) => void;
};

const EVERY_MS = 5000;

/** Whether Daybolt responds within a time limit, in whatever state. */
export async function answersWithin(url: string, withinMs: number, sleep: SmokeOptions["sleep"]): Promise<boolean> {
  const check = async () => {
    const { text } = await ask(`${url}/api/health`);
    return health.safeParse(JSON.parse(text)).success ? null : "something else responds there";
  };
  return (await checkUntilRight(check, withinMs, sleep)) === null;
}

/** Tests a site from outside, like a visitor and a monitor. Returns the problems that remain when time is up. */
export async function smokeTest(url: string, options: SmokeOptions): Promise<string[]> {
  const { tickSince, pagesWithinMs, tickWithinMs, sleep, say } = options;
  const checks: (SmokeCheck & { withinMs: number })[] = [
    { name: "the landing page", check: documentAt("/", 200), withinMs: pagesWithinMs },
    { name: "the login page", check: documentAt("/login", 200), withinMs: pagesWithinMs },
    { name: "an unknown path", check: documentAt("/no-such-page", 404), withinMs: pagesWithinMs },
    { name: "the API", check: checkApi, withinMs: pagesWithinMs },
    { name: "health and the cron", check: checkHealth(tickSince), withinMs: tickWithinMs },
  ];
  const wrong: string[] = [];
  for (const { name, check, withinMs } of checks) {
    const problem = await checkUntilRight(() => check(url), withinMs, sleep);
    say(`${problem ? "✗" : "✓"} ${name}${problem ? `: ${problem}` : ""}`);
    if (problem) wrong.push(problem);
    // Stop at the first problem: waiting for the rest would keep visitors on a broken site.
    if (problem) break;
  }
  return wrong;
}

async function checkUntilRight(check: () => Promise<string | null>, withinMs: number, sleep: SmokeOptions["sleep"]) {
  for (let waited = 0; ; waited += EVERY_MS) {
    const problem = await check().catch((error: Error) => error.message);
    if (problem === null || waited >= withinMs) return problem;
    await sleep(EVERY_MS);
  }
}
