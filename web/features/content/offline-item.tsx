import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { isCalendarDate } from "#domain/rules/calendar-days.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { Badge } from "../../ui/badge.tsx";
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
      <div>
        <h1 className="sr-only">Session</h1>
        <StatePanel
          kind="error"
          title="You're offline"
          detail="This session isn't saved on this device."
          retry={{ refetch: () => queryClient.refetchQueries({ type: "active" }), isFetching }}
        />
      </div>
    );
  }
  return (
    <ContentItemView
      item={item}
      badges={
        item.completed && (
          <Badge tone="yellow" icon={Check}>
            Session Complete!
          </Badge>
        )
      }
      stage={
        !item.comingSoon && (
          <div className="relative overflow-hidden rounded-card border border-line">
            <Artwork date={item.date} own={item.artworkFilename} isLargest className="aspect-video w-full opacity-50" />
            <p className="absolute inset-x-0 bottom-0 bg-night/80 p-4 text-center text-sm">
              Playing needs a connection.
            </p>
          </div>
        )
      }
      ways={<DayLinks date={item.date} isAdmin={false} />}
    />
  );
}
