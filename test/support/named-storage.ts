import { BROWSER_STORAGE, type StoragePlace } from "../../domain/rules/browser-storage.ts";

/** Whether the privacy policy lists something found in a browser. */
export function isNamedStorage(place: StoragePlace, found: string): boolean {
  return BROWSER_STORAGE.filter((stored) => stored.place === place)
    .flatMap(({ names }) => names)
    .some((name) => (name.endsWith("…") ? found.startsWith(name.slice(0, -1)) : found === name));
}
