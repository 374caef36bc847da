import { ChevronRight, CircleAlert, CircleCheck, Settings, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { adminPath } from "#domain/paths.ts";
import { ADMIN_TABS } from "#domain/rules/admin-places.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useFirstRows } from "../parts/first-rows.tsx";
import { type NeedsInput, needsOf } from "./needs.ts";

const SIGNS = {
  urgent: { icon: CircleAlert, tone: "text-bad", name: "Urgent" },
  due: { icon: TriangleAlert, tone: "text-warn", name: "Due" },
  setUp: { icon: Settings, tone: "text-muted", name: "Setup" },
};

/** As many as leave the figures below in reach on a bad day. The most urgent are first. */
const ROWS = 7;

export function NeedsCard(props: NeedsInput) {
  const list = needsOf(props);
  const { first, more } = useFirstRows(list, ROWS, { step: list.length, label: `Show all ${list.length}` });
  return (
    <Card id="needs" title="Needs attention">
      {list.length === 0 ? (
        <p className="flex items-center gap-3">
          <CircleCheck className="size-6 text-good" />
          All clear.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)]">
          {first.map(({ severity, text, detail, place, action }) => {
            const { icon: Icon, tone, name } = SIGNS[severity];
            const label = action ?? (place && `Open ${ADMIN_TABS[place.tab]}`);
            return (
              <li key={text} className="flex items-start gap-4 border-line border-t py-2 first:border-t-0">
                <Icon role="img" aria-label={name} className={`mt-1 size-5 shrink-0 ${tone}`} />
                <div className="grid min-w-0 grow gap-0.5">
                  <p className="wrap-anywhere font-bold semi-wide">{text}</p>
                  {detail && <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">{detail}</p>}
                </div>
                {place && (
                  <Link
                    to={adminPath(place)}
                    aria-label={`${label}: ${text}`}
                    className={buttonClass("secondary", "sm", "shrink-0")}
                  >
                    <span className="max-sm:sr-only">{label}</span>
                    <ChevronRight className="size-5 sm:hidden" />
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {more}
    </Card>
  );
}
