import { parseJson } from "./parse-json.ts";

const PLACES = { browser: () => localStorage, tab: () => sessionStorage };

/** Key prefixes by what ends the value. Logging in also ends the previous session, like logging out. Nothing ends what belongs to the device. */
const BEGINNINGS = { session: "", "sign-out": "pending:", "admin-logout": "kept:", nothing: "device:" };

type Scope = keyof typeof PLACES;
type Lifetime = {
  scope: Scope;
  endsWith: keyof typeof BEGINNINGS;
};

// Storage throws if the browser blocks site data, or once it's full; then values last only as long as the page.
const inMemory = { browser: new Map<string, string>(), tab: new Map<string, string>() };

export function storedText(name: string, { scope, endsWith }: Lifetime) {
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
    /** Null removes the value. Returns false if it lasts only as long as the page. */
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

/** A value under one key, as JSON. `parse` returns null for what it doesn't recognize; a page's first code has no schema library. */
export function stored<Value>(name: string, parse: (value: unknown) => Value | null, lifetime: Lifetime) {
  const { key, read, write } = storedText(name, lifetime);
  return {
    key,
    read: () => parse(parseJson(read())),
    write: (value: Value | null) => write(value === null ? null : JSON.stringify(value)),
  };
}

export function storedNames(beginning: string, { scope, endsWith }: Lifetime): string[] {
  const start = BEGINNINGS[endsWith];
  return keysOf(scope)
    .filter((key) => key.startsWith(start + beginning))
    .map((key) => key.slice(start.length));
}

/** Removes what ends with a member's session: every key not reserved for something else, including those of libraries. */
export function clearStored(at: "sign-in" | "sign-out"): void {
  const outliving = at === "sign-in" ? ["sign-out", "admin-logout", "nothing"] : ["admin-logout", "nothing"];
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
