import type { ComponentType } from "react";
import { Link, useSearchParams } from "react-router";
import { adminPath } from "#domain/paths.ts";
import type { AdminTab } from "#domain/rules/admin-places.ts";
import { SCROLL_ROW, scrollInRow } from "../../ui/scroll-row.ts";
import { NotYours } from "./not-yours.tsx";

/** A hidden one isn't part of one's role. */
type AdminPage = { page: string; label: string; Page: ComponentType; isHidden?: boolean };
type PageSwitchProps = { label: string; tab: AdminTab; pages: readonly AdminPage[] };

/** The pages of one tab: links, and the open page, which is in the URL like the tab. The first page is open by default. */
export function PageSwitch({ label, tab, pages }: PageSwitchProps) {
  const [params] = useSearchParams();
  const listed = pages.filter(({ isHidden }) => !isHidden);
  const [first] = listed;
  const shown = pages.find(({ page }) => page === params.get("page")) ?? first;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <nav aria-label={label} className="scroll-row">
        <div {...SCROLL_ROW} className="page-switch">
          {listed.map(({ page, label: name }) => (
            <Link
              key={page}
              ref={page === shown?.page ? scrollInRow : undefined}
              to={adminPath(page === first?.page ? { tab } : { tab, page })}
              replace
              aria-current={page === shown?.page ? "page" : undefined}
              className="inline-flex min-h-11 shrink-0 items-center font-bold text-muted text-sm hover:text-ink"
            >
              {name}
            </Link>
          ))}
        </div>
      </nav>
      {shown && (shown.isHidden ? <NotYours page={shown.label} /> : <shown.Page />)}
    </div>
  );
}
