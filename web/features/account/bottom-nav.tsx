import { clsx } from "clsx";
import { Ellipsis, Headphones, LayoutDashboard, type LucideIcon, UserRound } from "lucide-react";
import { useState } from "react";
import { Link, type Location, useLocation } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { Spinner } from "../../ui/button.tsx";
import { useLazyPart } from "../../ui/use-lazy-part.ts";

const ITEM =
  "grid min-h-14 content-center justify-items-center gap-1 rounded-xl text-[min(0.6875rem,4vw)] font-semibold semi-wide leading-[0.75rem] text-muted transition-colors focus-visible:-outline-offset-4 [&>svg]:size-5.5 aria-[current=page]:text-bolt forced-colors:aria-[current=page]:underline";

const LINKS: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: APP_PAGES.dashboard, label: "Dashboard", icon: LayoutDashboard },
  { to: APP_PAGES.library, label: "Library", icon: Headphones },
  { to: APP_PAGES.profile, label: "My Account", icon: UserRound },
];

export function BottomNav() {
  const location = useLocation();
  const { part, isLoading, load } = useLazyPart(() => import("./more-sheet.tsx"));
  // The location is a new object after each navigation, so following any link closes the sheet.
  const [openedOn, setOpenedOn] = useState<Location | null>(null);
  const open = () => {
    setOpenedOn(location);
    load();
  };
  return (
    <nav aria-label="Main" className="mx-auto grid max-w-md grid-cols-4 gap-1 px-2 pb-0.5 sm:hidden">
      {LINKS.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={ITEM} aria-current={location.pathname.startsWith(to) ? "page" : undefined}>
          <Icon />
          {label}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={open} className={clsx(ITEM, "cursor-pointer")}>
        {isLoading ? <Spinner className="size-5.5" /> : <Ellipsis />}
        More
      </button>
      {part && <part.MoreSheet isOpen={openedOn === location} onClose={() => setOpenedOn(null)} />}
    </nav>
  );
}
