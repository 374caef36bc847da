import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LayoutDashboard, LogOut, type LucideIcon, ShieldCheck, UserRound } from "lucide-react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { signOut } from "../../lib/sign-out.ts";
import { Spinner } from "../../ui/button.tsx";

const ITEM =
  "inline-flex min-h-12 min-w-14 flex-col items-center justify-center gap-1 rounded-xl px-1.5 whitespace-nowrap text-[0.6875rem] font-semibold semi-wide text-muted transition-colors hover:bg-raised hover:text-ink sm:flex-row sm:gap-2 sm:px-3.5 sm:text-sm";

type MemberPage = "dashboard" | "profile" | "admin";

const LINKS: readonly { page: MemberPage; label: string; icon: LucideIcon }[] = [
  { page: "dashboard", label: "Dashboard", icon: LayoutDashboard },
  { page: "profile", label: "My Account", icon: UserRound },
  { page: "admin", label: "Admin", icon: ShieldCheck },
];

function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => read(api.auth.logout.$post()),
    // Also without an answer: whoever logs out on a train expects to be logged out. The session guard then leads to /login.
    onSettled: () => {
      signOut();
      queryClient.clear();
    },
  });
}

/** Header links of the signed-in screens; the screen one is on, or is led back to, is left out. */
export function MemberNav({ current }: { current: MemberPage }) {
  const logout = useLogout();
  return (
    <>
      {LINKS.filter((link) => link.page !== current).map(({ page, label, icon: Icon }) => (
        <Link key={page} to={APP_PAGES[page]} className={ITEM}>
          <Icon aria-hidden="true" className="size-5 sm:size-4" />
          {label}
        </Link>
      ))}
      <button type="button" onClick={() => logout.mutate()} disabled={logout.isPending} className={ITEM}>
        {logout.isPending ? (
          <Spinner className="size-5 sm:size-4" />
        ) : (
          <LogOut aria-hidden="true" className="size-5 sm:size-4" />
        )}
        Logout
      </button>
    </>
  );
}
