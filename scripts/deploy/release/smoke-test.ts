import { BRAND } from "#domain/brand.ts";
import { health } from "#domain/contract/health.ts";

type SmokeCheck = {
  name: string;
  /** What is wrong, or null. */
  check: (url: string) => Promise<string | null>;
};

const TIMEOUT_MS = 20_000;

async function ask(url: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { response, text: await response.text() };
}

/** Headers of every document, and what each of them has to hold. */
const SECURITY_HEADERS = {
  "content-security-policy": /(^|;\s*)script-src 'self'(?![^;]*'unsafe-inline')/,
  "strict-transport-security": /max-age=\d{6,}/,
  "permissions-policy": /camera=\(\)/,
  "referrer-policy": /./,
  "cross-origin-opener-policy": /^same-origin/,
  "x-content-type-options": /^nosniff$/,
};

/** A document with this status that says whose it is and carries the security headers. */
function documentAt(path: string, status: number): SmokeCheck["check"] {
  return async (url) => {
    const { response, text } = await ask(`${url}${path}`);
    if (response.status !== status) return `${path} answered ${response.status}, not ${status}`;
    if (!text.includes(BRAND.name)) return `${path} doesn't name ${BRAND.name}`;
    const wrong = Object.entries(SECURITY_HEADERS).filter(
      ([name, form]) => !form.test(response.headers.get(name) ?? ""),
    );
    return wrong.length === 0 ? null : `${path} has missing or weak headers: ${wrong.map(([name]) => name).join(", ")}`;
  };
}

/** That the configuration can be read: a wrong one makes every call a 500. */
async function checkApi(url: string): Promise<string | null> {
  const { response } = await ask(`${url}/api/auth/verify`);
  return response.status === 401 ? null : `a visitor's login check answered ${response.status}, not 401`;
}

/** That members are woken: the minute's cron ran at or after an instant. */
function checkHealth(since: number): SmokeCheck["check"] {
  return async (url) => {
    const { response, text } = await ask(`${url}/api/health`);
    const answer = health.safeParse(JSON.parse(text)).data;
    if (!response.ok || answer?.status !== "ok") return `/api/health answered ${response.status}: ${answer?.status}`;
    return Date.parse(answer.lastTickAt ?? "") >= since
      ? null
      : `the cron hasn't run since the deploy (last run: ${answer.lastTickAt ?? "never"})`;
  };
}

export type SmokeOptions = {
  /** A tick of this instant (epoch ms) or later has to have come. */
  tickSince: number;
  /** For how long the site may need until its pages and its API are right; and its first tick. */
  pagesWithinMs: number;
  tickWithinMs: number;
  sleep: (ms: number) => Promise<unknown>;
  say: (line: string) => void;
};

const EVERY_MS = 5000;

/** Whether Daybolt answers there within a time, in whatever state. */
export async function answersWithin(url: string, withinMs: number, sleep: SmokeOptions["sleep"]): Promise<boolean> {
  const check = async () => {
    const { text } = await ask(`${url}/api/health`);
    return health.safeParse(JSON.parse(text)).success ? null : "it is something else";
  };
  return (await checkUntilRight(check, withinMs, sleep)) === null;
}

/** Looks at a site from outside, as its visitors and its monitor do. Answers what is still wrong when patience ends. */
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
    // Whoever waits for the rest of a broken site keeps its visitors waiting.
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
