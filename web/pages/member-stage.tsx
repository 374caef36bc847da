import { type ComponentProps, useCallback } from "react";
import { useLocation } from "react-router";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { useRenewSession } from "../features/account/session.query.ts";
import { AudioPlayer } from "../features/player/audio-player.tsx";
import { isOpenedToPlay } from "../features/player/item-track.atoms.ts";
import { MediaStage } from "../features/player/media-stage.tsx";
import type { Track } from "../features/player/player.atoms.ts";
import { VideoPlayer, type VideoPlayerProps } from "../features/player/video-player.tsx";
import { useUpdateProfile } from "../features/profile/profile.query.ts";
import { useEndEpoch, useRefusalToast } from "../features/progress/save-progress.mutation.ts";
import { useProgressReporter } from "../features/progress/use-progress-reporter.ts";
import type { ProgressOwner } from "../lib/pending-progress.ts";
import { SpeedOfMember } from "./speed-of-member.tsx";

type MemberStageProps = Pick<ComponentProps<typeof MediaStage>, "shown" | "onShow"> & {
  item: OpenedItem;
  owner: ProgressOwner;
  track: Track | null;
  /** Undoing a completion resets the video by creating a new player. */
  videoRun: number;
  resumeVideoAt: VideoPlayerProps["resumePoint"];
  isHeard: boolean;
};

/** The item's media, with what is saved for the member. */
export function MemberStage(props: MemberStageProps) {
  const { item, owner, track, videoRun, resumeVideoAt, isHeard, ...stage } = props;
  const { shown } = stage;
  const takesFocus = isOpenedToPlay(useLocation().state);
  const { mutate: changeProfile } = useUpdateProfile();
  const onSpeed = useCallback((playbackSpeed: number) => changeProfile({ playbackSpeed }), [changeProfile]);
  const choices = { onStartOver: useStartOver(owner), onSpeed };
  return (
    <>
      <MediaStage
        {...stage}
        item={item}
        audio={
          track && (
            <AudioPlayer
              {...choices}
              track={track}
              takesFocus={takesFocus}
              isShown={shown === "audio"}
              isDone={isHeard}
            />
          )
        }
        video={
          item.video && (
            <MemberVideo
              key={videoRun}
              video={item.video}
              item={item}
              owner={owner}
              takesFocus={track === null && takesFocus}
              isShown={shown === "video"}
              resumePoint={videoRun === 0 ? resumeVideoAt : null}
              {...choices}
            />
          )
        }
      />
      {/* The app's player handles audio, with or without video (web/app/player-host.tsx). */}
      {item.video && track === null && <SpeedOfMember />}
    </>
  );
}

function MemberVideo({ owner, ...props }: Omit<VideoPlayerProps, "listener" | "renewPass"> & { owner: ProgressOwner }) {
  const { video } = useProgressReporter(owner);
  const renewPass = useRenewSession();
  return <VideoPlayer {...props} listener={video} renewPass={renewPass} />;
}

function useStartOver(owner: ProgressOwner): () => void {
  const reporter = useProgressReporter(owner);
  const startOver = useEndEpoch(owner, "start-over");
  const onError = useRefusalToast("We couldn't start over");
  return () => {
    reporter.restart("start-over");
    startOver.mutate(undefined, { onError });
  };
}
