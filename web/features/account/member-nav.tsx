import { Ellipsis, Headphones, LayoutDashboard, type LucideIcon, UserRound } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { Link, type Location, useLocation } from "react-router";
import { APP_PAGES, type AppPageName } from "#domain/paths.ts";
import { VipMark } from "../../brand/vip-mark.tsx";
import { Spinner } from "../../ui/button.tsx";
import { useLazyPart } from "../../ui/use-lazy-part.ts";
import { useLogout } from "./logout-button.tsx";
import { useSession } from "./session.query.ts";

const LINK = "inline-flex min-h-12 items-center px-[clamp(0.25rem,7.4vw-2.7rem,0.875rem)] whitespace-nowrap last:pr-0";
const PAGE = `${LINK} text-sm font-semibold semi-wide hover:text-bolt aria-[current=page]:text-bolt forced-colors:aria-[current=page]:underline`;
const QUIET = `${LINK} text-muted text-xs`;

const LINKS: readonly { page: AppPageName; label: string; icon: LucideIcon }[] = [
  { page: "dashboard", label: "Dashboard", icon: LayoutDashboard },
  { page: "library", label: "Library", icon: Headphones },
  { page: "profile", label: "My Account", icon: UserRound },
];

const currentOf = (page: AppPageName, { pathname }: { pathname: string }) =>
  pathname.startsWith(APP_PAGES[page]) ? "page" : undefined;

/** Help and the legal texts; on phones also what the header has. */
function useMore(location: Location) {
  const { part, isLoading, load } = useLazyPart(() => import("./more-sheet.tsx"));
  // The location is a new object after each navigation, so following any link closes the sheet.
  const [openedOn, setOpenedOn] = useState<Location | null>(null);
  // On wide screens, it hangs below its button.
  const [menuRight, setMenuRight] = useState(0);
  const open = ({ currentTarget }: MouseEvent) => {
    setMenuRight(currentTarget.getBoundingClientRect().right);
    setOpenedOn(location);
    load();
  };
  const onClose = () => setOpenedOn(null);
  const sheet = part && <part.MoreSheet isOpen={openedOn === location} menuRight={menuRight} onClose={onClose} />;
  return [open, sheet, isLoading] as const;
}

/** Header of all member pages, the same on each. Phones use the bottom bar. */
export function MemberNav({ children }: { children?: ReactNode }) {
  const logout = useLogout();
  const user = useSession().data;
  const location = useLocation();
  const [open, sheet, isLoading] = useMore(location);
  return (
    <div className="flex items-center gap-3">
      {children}
      {user?.hasEarlyAccess && <VipMark />}
      <nav aria-label="Main" className="flex items-center max-sm:hidden">
        {LINKS.map(({ page, label }) => (
          <Link key={page} to={APP_PAGES[page]} aria-current={currentOf(page, location)} className={PAGE}>
            {label}
          </Link>
        ))}
        <button type="button" aria-haspopup="dialog" aria-busy={isLoading} onClick={open} className={QUIET}>
          More
        </button>
        <Link to={APP_PAGES.admin} className={QUIET}>
          Admin
        </Link>
        <button type="button" onClick={() => logout.mutate()} disabled={logout.isPending} className={QUIET}>
          Logout
        </button>
      </nav>
      {sheet}
    </div>
  );
}

const TAB =
  "grid min-h-14 content-center justify-items-center gap-1 rounded-xl text-[min(0.6875rem,4vw)] font-semibold semi-wide leading-[0.75rem] text-muted transition-colors focus-visible:-outline-offset-4 [&>svg]:size-5.5 aria-[current=page]:text-bolt forced-colors:aria-[current=page]:underline";

/** Navigation on phones, in the dock. The administrator's link is in the More sheet. */
export function BottomNav() {
  const location = useLocation();
  const [open, sheet, isLoading] = useMore(location);
  return (
    <nav aria-label="Main" className="mx-auto grid max-w-md grid-cols-4 gap-1 px-2 pb-0.5 sm:hidden">
      {LINKS.map(({ page, label, icon: Icon }) => (
        <Link key={page} to={APP_PAGES[page]} className={TAB} aria-current={currentOf(page, location)}>
          <Icon />
          {label}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={open} className={`${TAB} cursor-pointer`}>
        {isLoading ? <Spinner className="size-5.5" /> : <Ellipsis />}
        More
      </button>
      {sheet}
    </nav>
  );
}
