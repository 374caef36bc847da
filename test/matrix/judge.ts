import type { ErrorBody } from "#domain/contract/errors.ts";
import { KEY_KINDS } from "#test/worker/audiences.ts";
import type { Planned } from "./plan.ts";
import type { World } from "./world.ts";

/** `cacheControl` is the response's Cache-Control. */
export type Answer = { status: number; body: string; cookie: string | null; cacheControl: string | null };

const isKeyed = ({ audience }: Planned) => ["address or setup link", ...KEY_KINDS].includes(audience);

function codeOf(body: string): string {
  try {
    return (JSON.parse(body) as ErrorBody).code;
  } catch {
    return "";
  }
}

/** What the response to someone let in must and must not contain of the item. */
function showsItem({ route, outcome, item, method, audience }: Planned, { status, body }: Answer): string[] {
  if (method === "HEAD") return [];
  const [hasTitle, hasMedium] = [body.includes(item.title), body.includes(item.medium)];
  const isAnnounced = outcome === "announced";
  const isListed = outcome === "in" || (isAnnounced && !route.endsWith("/library"));
  const wrong: string[] = [];
  if (route.startsWith("GET /api/content") && audience.startsWith("member with access")) {
    const isList = !route.endsWith(":id");
    if ((isList || isListed) && status !== 200) wrong.push(`answers ${status}`);
    if (route === "GET /api/content/months") return wrong;
    if (hasTitle !== isListed) wrong.push(isListed ? "does not show the item" : "shows the item");
    if (!route.endsWith("/library") && hasMedium !== (outcome === "in")) wrong.push("is wrong about the medium");
    if (isAnnounced && body.includes("word by word")) wrong.push("shows the transcript");
    return wrong;
  }
  const isThere = outcome === "in";
  if (isThere && status !== 200) wrong.push(`answers ${status}`);
  if (!isThere && status !== 404 && status !== 410) wrong.push(`answers ${status} of what is not there`);
  if (!isThere && (hasTitle || hasMedium)) wrong.push("shows the item");
  return wrong;
}

const REFUSED = [400, 401, 403, 404];

function isRight(planned: Planned, answer: Answer): string[] {
  const { status, body, cookie } = answer;
  const { outcome, method, audience, route } = planned;
  const refusal = (statuses: number[], codes: string[]) => [
    ...(statuses.includes(status) ? [] : [`answers ${status}`]),
    ...(method === "HEAD" || codes.length === 0 || codes.includes(codeOf(body)) ? [] : [`says ${codeOf(body)}`]),
    ...(cookie === null ? [] : ["sets a cookie"]),
  ];
  switch (outcome) {
    case "not signed in":
      return refusal([401], ["unauthorized"]);
    case "code missing":
      return refusal([401], ["totp_required"]);
    case "not their role":
      return refusal([403], ["forbidden"]);
    case "no access":
      return refusal([403], ["no_access"]);
    case "wrong key":
      return refusal([400, 401, 404, 410], []);
    default:
  }
  if (audience === "development" && outcome === "nothing there") return refusal([404], ["not_found"]);
  if (audience.startsWith("member with access") || (audience === "mail key" && /open|progress/.test(route)))
    return showsItem(planned, answer);
  if (audience.startsWith("media") || audience === "public medium") return status === 200 ? [] : [`answers ${status}`];
  const isLetIn = isKeyed(planned) ? !REFUSED.includes(status) : ![401, 403].includes(status);
  return isLetIn && status !== 429 && status < 500 ? [] : [`answers ${status}`];
}

/** Personal data in a response that doesn't belong there. */
function foreignWords({ caller, outcome }: Planned, { body }: Answer, { own }: World): string[] {
  if (caller.standing === "admin") return [];
  const allowed = [caller.self?.firstName ?? "", caller.self?.email ?? ""];
  if (caller.holds && outcome === "in") allowed.push(own.member.email, JSON.stringify(own.gift));
  const words = new Set(body.match(/person-[0-9a-f]{8}/g));
  return [...words].filter((word) => !allowed.some((text) => text.includes(word)));
}

/** The live event's invitation is only for annual members, and for people they gave the calendar link to. */
function revealsInvitation({ caller, outcome }: Planned, { body }: Answer, { invitation }: World): boolean {
  const mayKnow =
    ["early", "editor", "admin"].includes(caller.standing) || (caller.holds === "calendar key" && outcome === "in");
  return body.includes(new URL(invitation).host) && !mayKnow;
}

/** No cache stores personal data; a browser with access may store a medium, and any cache a public one. */
function isCachedRight({ audience, outcome }: Planned, { cacheControl }: Answer): boolean {
  if (outcome === "in" && audience === "public medium") return /^public/.test(cacheControl ?? "");
  if (outcome === "in" && ["media pass", "feed token", "episode key"].includes(audience))
    return /^private/.test(cacheControl ?? "");
  return cacheControl === "no-store";
}

export function judge(planned: Planned, answer: Answer, world: World): string[] {
  return [
    ...isRight(planned, answer),
    ...foreignWords(planned, answer, world).map((word) => `reveals ${word}`),
    ...(isCachedRight(planned, answer) ? [] : [`is kept: ${answer.cacheControl}`]),
    ...(revealsInvitation(planned, answer, world) ? ["reveals the invitation"] : []),
  ];
}
