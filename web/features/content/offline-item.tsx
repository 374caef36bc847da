import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { isCalendarDate } from "#domain/rules/calendar-days.ts";
import { Button } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { contentItemQuery, contentListQuery } from "./content.query.ts";
import { ContentItemSkeleton, ContentItemView, DayLinks } from "./content-item-view.tsx";
import { parseMonth } from "./dashboard-address.ts";

/** A session's words as this device stored them: all of them if it was opened here, else what its month says. */
export function OfflineItem({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const opened = useQuery(contentItemQuery(id));
  const month = useQuery({ ...contentListQuery(parseMonth(id)), enabled: isCalendarDate(id), retry: false });
  const listed = month.data?.find(({ date }) => date === id);
  const item = opened.data ?? (listed && { ...listed, transcript: null, captionsFilename: null });
  const isFetching = useIsFetching() > 0;
  if (!item) {
    if (opened.isPending || month.isLoading) return <ContentItemSkeleton />;
    return (
      <>
        <h1 className="sr-only">Session</h1>
        <StatePanel
          kind="error"
          title="You're offline"
          detail="This session isn't saved on this device."
          retry={{ refetch: () => queryClient.refetchQueries({ type: "active" }), isFetching }}
        />
      </>
    );
  }
  return (
    <ContentItemView
      item={item}
      stage={!item.comingSoon && <NeedsConnection />}
      ways={<DayLinks date={item.date} isAdmin={false} />}
    />
  );
}

function NeedsConnection() {
  return (
    <div className="grid justify-items-center gap-4 rounded-card border border-line bg-panel px-5 py-8 text-center">
      {/* The page's bar says why. */}
      <Button disabled size="lg" icon={Play} aria-describedby="offline">
        Play
      </Button>
    </div>
  );
}
