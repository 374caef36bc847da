import { parseJson } from "./parse-json.ts";

const PLACES = { browser: () => localStorage, tab: () => sessionStorage };

/** How the keys begin of what ends with what. A sign-in ends the session before it, as a sign-out does. */
const BEGINNINGS = { session: "", "sign-out": "pending:", "admin-logout": "kept:" };

type Scope = keyof typeof PLACES;
type Kept = {
  /** In this browser, or in this tab until it is closed. */
  scope: Scope;
  endsWith: keyof typeof BEGINNINGS;
};

// Storage throws in browsers that block site data, and once it is full; what is kept then lasts as long as the page.
const inMemory = { browser: new Map<string, string>(), tab: new Map<string, string>() };

export function storedText(name: string, { scope, endsWith }: Kept) {
  const key = BEGINNINGS[endsWith] + name;
  return {
    key,
    read: (): string | null => {
      try {
        return inMemory[scope].get(key) ?? PLACES[scope]().getItem(key);
      } catch {
        return null;
      }
    },
    /** Null takes it away. @returns false where it lasts as long as the page alone */
    write: (text: string | null): boolean => {
      inMemory[scope].delete(key);
      try {
        if (text === null) PLACES[scope]().removeItem(key);
        else PLACES[scope]().setItem(key, text);
        return true;
      } catch {
        if (text !== null) inMemory[scope].set(key, text);
        return text === null;
      }
    },
  };
}

/** A value under one key, as JSON. `parse` answers null for what it does not know: a page's first code does without schemas. */
export function stored<Value>(name: string, parse: (value: unknown) => Value | null, kept: Kept) {
  const { key, read, write } = storedText(name, kept);
  return {
    key,
    read: () => parse(parseJson(read())),
    write: (value: Value | null) => write(value === null ? null : JSON.stringify(value)),
  };
}

/** The names that begin so, among those that have something. */
export function storedNames(beginning: string, { scope, endsWith }: Kept): string[] {
  const start = BEGINNINGS[endsWith];
  return keysOf(scope)
    .filter((key) => key.startsWith(start + beginning))
    .map((key) => key.slice(start.length));
}

/** Takes away what ends with a member's session: all that does not end with something else, libraries' keys included. */
export function clearStored(at: "sign-in" | "sign-out"): void {
  const outliving = at === "sign-in" ? ["sign-out", "admin-logout"] : ["admin-logout"];
  const beginnings = Object.entries(BEGINNINGS).flatMap(([end, beginning]) =>
    outliving.includes(end) ? beginning : [],
  );
  for (const scope of ["browser", "tab"] as const) {
    for (const key of keysOf(scope)) {
      if (!beginnings.some((beginning) => key.startsWith(beginning)))
        storedText(key, { scope, endsWith: "session" }).write(null);
    }
  }
}

function keysOf(scope: Scope): string[] {
  const ours = [...inMemory[scope].keys()];
  try {
    return [...Object.keys(PLACES[scope]()), ...ours];
  } catch {
    return ours;
  }
}
