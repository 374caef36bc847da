import type { OpenedItem } from "#domain/contract/content/content.ts";
import { DraftBanner } from "../admin/content/draft-banner.tsx";
import { ContentItemView, DayLinks } from "../features/content/content-item-view.tsx";
import { AudioPlayer } from "../features/player/audio-player.tsx";
import { MediaStage, useShownMedium } from "../features/player/media-stage.tsx";
import { useTrack } from "../features/player/use-track.ts";
import { VideoPlayer } from "../features/player/video-player.tsx";

const nothing = async () => undefined;

export function PreviewedItem({ item }: { item: OpenedItem }) {
  const track = useTrack(item, false);
  const [shown, show] = useShownMedium(item);
  return (
    <ContentItemView
      item={item}
      ways={<DayLinks date={item.date} isAdmin />}
      notice={item.status === "draft" && <DraftBanner contentId={item.id} />}
      stage={
        <MediaStage
          item={item}
          shown={shown}
          onShow={show}
          audio={track && <AudioPlayer track={track} takesFocus={false} isShown={shown === "audio"} />}
          video={
            item.video && (
              <VideoPlayer
                video={item.video}
                item={item}
                takesFocus={false}
                isShown={shown === "video"}
                listener={null}
                resumePoint={null}
                renewPass={nothing}
              />
            )
          }
        />
      }
    />
  );
}
