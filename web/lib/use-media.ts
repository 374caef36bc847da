import { useCallback, useSyncExternalStore } from "react";
import { listen } from "./listen.ts";

/** Whether the window matches a media query, now and after a change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => listen(window.matchMedia(query), { change: onChange }),
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
