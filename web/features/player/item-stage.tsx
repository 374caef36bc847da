import type { OpenedItem } from "#domain/contract/content/content.ts";
import { AudioPlayer } from "./audio-player.tsx";
import { MediaStage, useShownMedium } from "./media-stage.tsx";
import { useItemTrack } from "./use-item-track.ts";
import { VideoPlayer, type VideoPlayerProps } from "./video-player.tsx";

type ItemStageProps = Pick<VideoPlayerProps, "takesFocus" | "listener" | "renewPass"> & {
  item: VideoPlayerProps["item"] & Pick<OpenedItem, "video">;
  isDone?: boolean;
};

/** An item's media without a member, who alone has progress, a speed, and neighboring days. */
export function ItemStage({ item, isDone, takesFocus, ...player }: ItemStageProps) {
  const track = useItemTrack(item, false);
  const [shown, show] = useShownMedium(item);
  const video = { ...player, item, takesFocus: takesFocus && track === null, resumePoint: null };
  return (
    <MediaStage
      item={item}
      shown={shown}
      onShow={show}
      audio={track && <AudioPlayer track={track} takesFocus={takesFocus} isShown={shown === "audio"} isDone={isDone} />}
      video={item.video && <VideoPlayer {...video} video={item.video} isShown={shown === "video"} />}
    />
  );
}
