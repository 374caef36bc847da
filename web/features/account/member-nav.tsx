import { Headphones, LayoutDashboard, LogOut, type LucideIcon, ShieldCheck, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { VipMark } from "../../brand/vip-mark.tsx";
import { Spinner } from "../../ui/button.tsx";
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
