import { useIsFetching } from "@tanstack/react-query";
import { useEffect } from "react";
import { Dock } from "../brand/dock.tsx";
import { BottomNav } from "../features/account/member-nav.tsx";
import { readAuthToken } from "../lib/auth-token.ts";
import { AppPlayer } from "./app-player.tsx";

/** A page that has asked for nothing this long is usable. */
const CALM_MS = 1000;

/** Registers once a member's page is usable: the downloads would slow the page's own. Logging out undoes it (web/lib/sign-out.ts). */
function useServiceWorker(): void {
  const isBusy = useIsFetching() > 0;
  useEffect(() => {
    if (isBusy || readAuthToken() === null) return;
    const register = () => navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
    const timer = setTimeout(register, CALM_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
}

export function MemberFrame({ hasNav }: { hasNav: boolean }) {
  useServiceWorker();
  return (
    <>
      <AppPlayer />
      <Dock>{hasNav && <BottomNav />}</Dock>
    </>
  );
}
