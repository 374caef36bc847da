// Storage throws in browsers that block site data; what is kept then lasts as long as the page.
const fallback = new Map<string, string>();

/** What this tab keeps under a key until it is closed, or null. */
export function readKept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** Null takes it away. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    if (value === null) fallback.delete(key);
    else fallback.set(key, value);
  }
}
