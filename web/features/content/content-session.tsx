import type { ReactNode } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { AudioPlayer } from "./audio-player.tsx";
import { DayLinks } from "./day-links.tsx";
import { SessionHeader } from "./session-header.tsx";
import { VideoPlayer } from "./video-player.tsx";

type ContentSessionProps = {
  item: ContentItem;
  /** Set in the admin's preview, which saves no progress. */
  adminPassword: string | null;
  renewPass?: () => Promise<void>;
  listeners?: { audio: PlaybackListener; video: PlaybackListener };
  resumeAtPercent?: number | null;
  badges?: ReactNode;
  notice?: ReactNode;
  children?: ReactNode;
};

const nothingToRenew = async () => undefined;

/** Title, video, description, audio and the way to the days beside it. */
export function ContentSession({
  item,
  adminPassword,
  renewPass = nothingToRenew,
  listeners,
  resumeAtPercent = null,
  badges,
  notice,
  children,
}: ContentSessionProps) {
  useDocumentTitle(item.title);
  return (
    <article className="mx-auto grid max-w-3xl grid-cols-1 gap-8 pt-3">
      <SessionHeader item={item} badges={badges} />
      {notice}
      {item.video && (
        <section aria-labelledby="video-heading" className="grid gap-4">
          <h2 id="video-heading" className="text-xl">
            Video Power Session
          </h2>
          <VideoPlayer
            video={item.video}
            title={item.title}
            listener={listeners?.video ?? null}
            renewPass={renewPass}
          />
        </section>
      )}
      {item.description && (
        <p className="max-w-prose whitespace-pre-line text-lg leading-relaxed">{item.description}</p>
      )}
      {item.audioFilename && (
        <section
          aria-labelledby="audio-heading"
          className="grid gap-5 rounded-card border border-line bg-panel p-5 sm:p-8"
        >
          <h2 id="audio-heading" className="text-xl">
            Audio Power Session
          </h2>
          <AudioPlayer
            filename={item.audioFilename}
            title={item.title}
            date={item.date}
            resumeAtPercent={resumeAtPercent}
            listener={listeners?.audio ?? null}
            renewPass={renewPass}
          />
        </section>
      )}
      {children}
      <DayLinks date={item.date} adminPassword={adminPassword} />
    </article>
  );
}
