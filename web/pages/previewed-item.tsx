import type { OpenedItem } from "#domain/contract/content/content.ts";
import { DraftBanner } from "../admin/content/draft-banner.tsx";
import { ContentItemView, DayLinks } from "../features/content/content-item-view.tsx";
import { AudioPlayer } from "../features/player/audio-player.tsx";
import { useTrack } from "../features/player/use-track.ts";
import { VideoPlayer } from "../features/player/video-player.tsx";

const nothing = async () => undefined;

export function PreviewedItem({ item }: { item: OpenedItem }) {
  const track = useTrack(item, false);
  return (
    <ContentItemView
      item={item}
      ways={<DayLinks date={item.date} isAdmin />}
      notice={item.status === "draft" && <DraftBanner contentId={item.id} />}
      audio={track && <AudioPlayer track={track} takesFocus={false} />}
      video={
        item.video && (
          <VideoPlayer
            video={item.video}
            item={item}
            takesFocus={false}
            listener={null}
            resumePoint={null}
            renewPass={nothing}
          />
        )
      }
    />
  );
}
