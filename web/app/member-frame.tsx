import { Dock } from "../brand/dock.tsx";
import { BottomNav } from "../features/account/member-nav.tsx";
import { AppPlayer } from "./app-player.tsx";

export function MemberFrame({ hasNav }: { hasNav: boolean }) {
  return (
    <>
      <AppPlayer />
      <Dock>{hasNav && <BottomNav />}</Dock>
    </>
  );
}
