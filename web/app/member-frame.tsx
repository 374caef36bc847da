import { Dock } from "../brand/dock.tsx";
import { BottomNav } from "../features/account/bottom-nav.tsx";
import { AppPlayer } from "./app-player.tsx";

/** What outlives the member's pages: the app's player, and the dock, with the navigation where there is one. */
export function MemberFrame({ hasNav }: { hasNav: boolean }) {
  return (
    <>
      <AppPlayer />
      <Dock>{hasNav && <BottomNav />}</Dock>
    </>
  );
}
