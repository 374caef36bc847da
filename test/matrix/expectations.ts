import type { Audience } from "#test/worker/audiences.ts";
import type { Caller, Standing } from "./callers.ts";
import type { State } from "./world.ts";

/** A call's result: let in, shown that an item is coming, or rejected in one of several ways. */
export type Outcome =
  | "in"
  | "announced"
  | "not signed in"
  | "code missing"
  | "not their role"
  | "no access"
  | "nothing there"
  | "wrong key";

/** The caller's own data, or another member's. */
export type Whose = "own" | "other's";

/** What callers with access to content see of an item (spec section 9), by its state. The route doesn't matter. */
const SEEN: Record<State, { member: Outcome; early: Outcome; admin: Outcome }> = {
  live: { member: "in", early: "in", admin: "in" },
  coming: { member: "announced", early: "in", admin: "in" },
  later: { member: "nothing there", early: "nothing there", admin: "in" },
  hidden: { member: "nothing there", early: "nothing there", admin: "in" },
  draft: { member: "nothing there", early: "nothing there", admin: "in" },
  "before the launch": { member: "nothing there", early: "nothing there", admin: "in" },
  deleted: { member: "nothing there", early: "nothing there", admin: "nothing there" },
};

function asMember(standing: Standing, state: State): Outcome {
  if (standing === "member" || standing === "early") return SEEN[state][standing];
  return standing === "ended" ? "no access" : "not signed in";
}

function asAdmin(standing: Standing, isForEditors: boolean): Outcome {
  if (standing === "editor") return isForEditors ? "in" : "not their role";
  if (standing === "admin without code") return "code missing";
  return standing === "admin" ? "in" : "not signed in";
}

function byPass(caller: Caller, state: State): Outcome {
  const isOpen = caller.pass === "every" || (caller.pass === "the live item's" && state === "live");
  return isOpen ? "in" : "not signed in";
}

/** The required result for a route's audience and lowest role, a caller, and the subject's state. Knows no routes and no responses. */
export function expected(
  audience: Audience,
  caller: Caller,
  { state, whose, isForEditors }: { state: State; whose: Whose; isForEditors: boolean },
): Outcome {
  const { standing } = caller;
  switch (audience) {
    case "public":
    case "public medium":
      return "in";
    case "development":
      return caller.isProduction ? "nothing there" : "in";
    case "member":
      return ["ended", "member", "early"].includes(standing) ? "in" : "not signed in";
    case "admin":
      return asAdmin(standing, isForEditors);
    case "member with access":
      return asMember(standing, state);
    case "member with access or admin":
      if (standing === "admin" || standing === "editor") return SEEN[state].admin;
      return standing === "admin without code" ? "code missing" : asMember(standing, state);
    case "media pass":
      return byPass(caller, state);
    case "address or setup link":
      return (caller.holds === "address link" || caller.holds === "setup link") && whose === "own" ? "in" : "wrong key";
    default:
      if (caller.holds !== audience || whose !== "own") return "wrong key";
      // An email's links show what its member may see of that day.
      return audience === "mail key" ? SEEN[state].member : "in";
  }
}
