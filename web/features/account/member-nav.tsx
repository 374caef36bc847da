import { Ellipsis, Headphones, LayoutDashboard, LogOut, type LucideIcon, ShieldCheck, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, type Location, useLocation } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { VipMark } from "../../brand/vip-mark.tsx";
import { Spinner } from "../../ui/button.tsx";
import { useLazyPart } from "../../ui/use-lazy-part.ts";
import { useLogout } from "./logout-button.tsx";
import { useSession } from "./session.query.ts";

const ITEM =
  "inline-flex min-h-12 items-center justify-center gap-2 rounded-xl px-3.5 whitespace-nowrap text-sm font-semibold semi-wide text-muted transition-colors hover:bg-raised hover:text-ink";

type MemberPage = "dashboard" | "library" | "profile" | "admin";

const LINKS: readonly { page: MemberPage; label: string; icon: LucideIcon }[] = [
  { page: "dashboard", label: "Dashboard", icon: LayoutDashboard },
  { page: "library", label: "Library", icon: Headphones },
  { page: "profile", label: "My Account", icon: UserRound },
  { page: "admin", label: "Admin", icon: ShieldCheck },
];

/** Header of logged-in screens, without a link to the current one or where its back link leads. Phones use the bottom bar. */
export function MemberNav({ current, children }: { current: MemberPage; children?: ReactNode }) {
  const logout = useLogout();
  const user = useSession().data;
  return (
    <div className="flex items-center gap-3">
      {children}
      {user?.hasEarlyAccess && <VipMark />}
      <nav aria-label="Main" className="flex items-center gap-1 max-sm:hidden">
        {LINKS.filter((link) => link.page !== current).map(({ page, label, icon: Icon }) => (
          <Link key={page} to={APP_PAGES[page]} className={ITEM}>
            <Icon className="size-4 max-md:hidden" />
            {label}
          </Link>
        ))}
        <button type="button" onClick={() => logout.mutate()} disabled={logout.isPending} className={ITEM}>
          {logout.isPending ? <Spinner className="size-4" /> : <LogOut className="size-4 max-md:hidden" />}
          Logout
        </button>
      </nav>
    </div>
  );
}

const TAB =
  "grid min-h-14 content-center justify-items-center gap-1 rounded-xl text-[min(0.6875rem,4vw)] font-semibold semi-wide leading-[0.75rem] text-muted transition-colors focus-visible:-outline-offset-4 [&>svg]:size-5.5 aria-[current=page]:text-bolt forced-colors:aria-[current=page]:underline";

/** Navigation on phones, in the dock. The administrator's link is in the More sheet. */
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
      {LINKS.filter(({ page }) => page !== "admin").map(({ page, label, icon: Icon }) => (
        <Link
          key={page}
          to={APP_PAGES[page]}
          className={TAB}
          aria-current={location.pathname.startsWith(APP_PAGES[page]) ? "page" : undefined}
        >
          <Icon />
          {label}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={open} className={`${TAB} cursor-pointer`}>
        {isLoading ? <Spinner className="size-5.5" /> : <Ellipsis />}
        More
      </button>
      {part && <part.MoreSheet isOpen={openedOn === location} onClose={() => setOpenedOn(null)} />}
    </nav>
  );
}
