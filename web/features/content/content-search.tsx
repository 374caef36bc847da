import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { formatLongDate, monthOf } from "#domain/rules/calendar-days.ts";
import { SESSIONS_FOUND } from "#domain/rules/search.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Spinner } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { contentListQuery, searchQuery } from "./content.query.ts";
import { type DialAddress, parseMonth } from "./dashboard-address.ts";

// Long enough for the dial to reuse the month that was fetched to find an item's place.
const KEPT_FOR_THE_DIAL_MS = 10_000;

function useFindOnDial(onFound: (place: DialAddress) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (date: string) => {
      const month = parseMonth(monthOf(date));
      const items = await queryClient.ensureQueryData({ ...contentListQuery(month), gcTime: KEPT_FOR_THE_DIAL_MS });
      const index = items.findIndex((item) => item.date === date);
      return { ...month, rolodex: Math.max(0, index) };
    },
    onSuccess: onFound,
  });
}

/** At the search's limit there may be older matches. */
function foundText(count: number, text: string): string {
  if (count === 0) return `No sessions found for "${text}".`;
  if (count >= SESSIONS_FOUND) return `Showing the ${count} newest. Keep typing to narrow it down.`;
  return `${count} ${count === 1 ? "session" : "sessions"} found`;
}

export function ContentSearch({ text, onGoTo }: { text: string; onGoTo: (place: DialAddress) => void }) {
  const search = useQuery(searchQuery(text));
  const findOnDial = useFindOnDial(onGoTo);
  if (search.isPending) return <StatePanel kind="loading" title="Searching..." />;
  if (search.isError) {
    return <StatePanel kind="error" title="We couldn't search" detail={errorDetail(search.error)} retry={search} />;
  }
  const matches = search.data;
  return (
    <div aria-busy={search.isPlaceholderData} className="grid content-start gap-2">
      <p role="status" className="text-sm text-muted">
        {foundText(matches.length, text)}
      </p>
      {findOnDial.isError && (
        <p role="alert" className="text-sm text-bad">
          This session didn't open. Try again.
        </p>
      )}
      <ul className="-mx-3 grid">
        {matches.map(({ id, date, title, completed }) => (
          <li key={id}>
            <button
              type="button"
              disabled={findOnDial.isPending}
              onClick={() => findOnDial.mutate(date)}
              className="grid min-h-14 w-full grid-cols-[1fr_auto] items-center gap-4 rounded-xl px-3 py-2 text-left hover:bg-raised focus-visible:-outline-offset-3"
            >
              <span className="grid min-w-0">
                <span className="wrap-anywhere font-bold">{title}</span>
                <span className="text-sm text-muted">{formatLongDate(date)}</span>
              </span>
              {findOnDial.isPending && findOnDial.variables === date && <Spinner className="size-4" />}
              {completed && !(findOnDial.isPending && findOnDial.variables === date) && (
                <span className="inline-flex items-center gap-1 text-sm text-bolt">
                  <Check aria-hidden="true" className="size-4" />
                  Done
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
