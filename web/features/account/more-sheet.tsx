import { ChevronDown, FileText, LifeBuoy, LogOut, ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { MEMBER_LEGAL_LINKS } from "../../brand/page-shell.tsx";
import { Spinner } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useLogout } from "./logout-button.tsx";

const ROW = "flex min-h-13 w-full items-center gap-3.5 rounded-xl px-3 text-left font-semibold hover:bg-raised";

const ICON = "size-5 shrink-0 text-muted";

type MoreSheetProps = { isOpen: boolean; menuRight: number; onClose: () => void };

export function MoreSheet({ isOpen, menuRight, onClose }: MoreSheetProps) {
  const logout = useLogout();
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="More" menuRight={menuRight}>
      <ul className="-mx-3 grid">
        <li>
          <a href={`mailto:${BRAND.supportEmail}`} className={ROW}>
            <LifeBuoy className={ICON} />
            <span className="min-w-0 break-words">
              Help <span className="block text-sm font-normal text-muted">{BRAND.supportEmail}</span>
            </span>
          </a>
        </li>
        <li>
          <details>
            <summary className={`${ROW} cursor-pointer`}>
              <FileText className={ICON} />
              Legal
              <ChevronDown className={`${ICON} ml-auto`} />
            </summary>
            <ul>
              {MEMBER_LEGAL_LINKS.map(({ label, href }) => (
                <li key={href}>
                  <a href={href} className={`${ROW} pl-12`}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </li>
        {/* Wide screens have these in their header. */}
        <li className="sm:hidden">
          <Link to={APP_PAGES.admin} className={ROW}>
            <ShieldCheck className={ICON} />
            Admin
          </Link>
        </li>
        <li className="sm:hidden">
          <button type="button" onClick={() => logout.mutate()} disabled={logout.isPending} className={ROW}>
            {logout.isPending ? <Spinner className="size-5 text-muted" /> : <LogOut className={ICON} />}
            Logout
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
