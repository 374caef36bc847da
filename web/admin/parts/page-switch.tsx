import type { ComponentType } from "react";
import { Link } from "react-router";
import { adminPath } from "#domain/paths.ts";
import type { AdminTab } from "#domain/rules/admin-places.ts";

type AdminPage = { page: string; label: string; Page: ComponentType };
type PageSwitchProps = {
  label: string;
  tab: AdminTab;
  pages: readonly AdminPage[];
  open: string | null;
  hasNav?: boolean;
};

/** The pages of one tab: links, and the open page, which is in the URL like the tab. The first page is open by default. */
export function PageSwitch({ label, tab, pages, open, hasNav = true }: PageSwitchProps) {
  const [first] = pages;
  const shown = pages.find(({ page }) => page === open) ?? first;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <nav aria-label={label} className={hasNav ? "flex flex-wrap gap-2" : "hidden"}>
        {pages.map(({ page, label: name }) => (
          <Link
            key={page}
            to={adminPath(page === first?.page ? { tab } : { tab, page })}
            replace
            aria-current={page === shown?.page ? "page" : undefined}
            className="tabs-tab"
          >
            {name}
          </Link>
        ))}
      </nav>
      {shown && <shown.Page />}
    </div>
  );
}
