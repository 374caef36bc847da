import { useIsFetching } from "@tanstack/react-query";
import { useEffect } from "react";
import { Dock } from "../brand/dock.tsx";
import { BottomNav } from "../features/account/member-nav.tsx";
import { readAuthToken } from "../lib/auth-token.ts";
import { AppPlayer } from "./app-player.tsx";

/** Without an answer about notifications, this browser is no device. */
const renew = async () =>
  Notification.permission !== "default" && (await import("../features/push/renew-device.ts")).renewDevice();

/** Registers once a member's page asks for nothing more: the downloads would slow its own. Logging out undoes it (web/lib/sign-out.ts). */
function useServiceWorker(): void {
  const isUsable = useIsFetching() === 0 && readAuthToken() !== null;
  useEffect(() => {
    if (isUsable)
      void navigator.serviceWorker
        ?.register("/service-worker.js")
        .then(renew)
        .catch(() => undefined);
  }, [isUsable]);
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
