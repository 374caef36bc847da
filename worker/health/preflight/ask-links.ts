import { mayBeAsked } from "#domain/rules/described-links.ts";
import type { LinkAnswer } from "#domain/rules/preflight.ts";

/** For all that is asked of a link. */
const TIMEOUT_MS = 3000;
/** The site is there, and lets no program in: a person may see the page. */
const FOR_PEOPLE = [401, 403, 405, 429];
/** The site does not know HEAD. */
const NO_HEAD = [405, 501];

/** A redirect is an answer and is not followed: where it leads, nobody has looked at. */
async function statusOf(link: string, method: "HEAD" | "GET", signal: AbortSignal): Promise<number> {
  const response = await fetch(link, { method, redirect: "manual", signal });
  await response.body?.cancel();
  return response.status;
}

async function answers(link: string): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const status = await statusOf(link, "HEAD", signal);
    const final = NO_HEAD.includes(status) ? await statusOf(link, "GET", signal) : status;
    return final < 400 || FOR_PEOPLE.includes(final);
  } catch {
    return false;
  }
}

/** Whether each link answers, all at once. Only public HTTPS addresses are asked (docs/decisions/0044-links-are-asked-for.md). */
export function askLinks(links: readonly string[]): Promise<LinkAnswer[]> {
  return Promise.all(
    links.map(async (link) => {
      if (!mayBeAsked(link)) return { link, state: "unasked" } as const;
      return { link, state: (await answers(link)) ? "reached" : "unreached" } as const;
    }),
  );
}
