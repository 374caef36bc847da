import { ArrowRight, Pause, Play, RotateCcw, Volume2, VolumeX, X } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { PUBLIC_PAGES, publicMediaPath } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { buttonClass, Spinner } from "../../ui/button.tsx";

const AGE = `${SERVICE_TERMS.minimumAge}+`;
const OVER_THE_PICTURE = "absolute inset-0 place-content-center place-items-center gap-4 p-5 text-center";
const ICON = "size-5 shrink-0";

/** The hero's button. Browsers that support the `command` attribute open the warning themselves; preview.ts handles the others. */
export function WatchPreview() {
  return (
    <button
      id="watch-preview"
      type="button"
      className={buttonClass("secondary", "lg")}
      {...{ command: "show-modal", commandfor: "preview-warning" }}
    >
      <Play className={`${ICON} fill-current`} />
      {`Watch Preview (${AGE})`}
    </button>
  );
}

type AgeWarningProps = { id: string; file: string; consent: "watching it" | "hearing it" };

/** Asks first (spec section 2). The form's action is the file itself, so OK works even if the script hasn't loaded. */
export function AgeWarning({ id, file, consent }: AgeWarningProps) {
  return (
    <dialog
      id={id}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[min(30rem,calc(100vw-2.5rem))] rounded-card border border-line bg-panel p-6 text-ink open:animate-rise sm:p-8"
    >
      <form action={publicMediaPath(file)} className="grid gap-5">
        <h2 id={`${id}-title`} className="text-2xl">
          {`${AGE} Content Warning`}
        </h2>
        <div id={`${id}-text`} className="grid gap-3 text-muted leading-relaxed">
          <p>
            {`This is mature motivational content. By choosing OK, you confirm that you're ${AGE} and consent to ${consent}.`}
          </p>
          <p className="font-bold text-ink">Proceed to preview?</p>
        </div>
        <div className="grid grid-cols-2 gap-3 pt-1">
          <button type="submit" formMethod="dialog" value="cancel" className={buttonClass("secondary")}>
            Cancel
          </button>
          <button type="submit" value="ok" className={buttonClass()}>
            OK
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** preview.ts sets its data-state (loading, ready, failed, ended), data-paused, and data-muted, which control what it shows. */
export function PreviewPlayer() {
  return (
    <dialog
      id="preview"
      data-state="loading"
      data-paused=""
      data-muted=""
      data-poster={publicMediaPath(BRAND.preview.poster)}
      aria-labelledby="preview-title"
      className="group/preview m-auto w-[max(18rem,min(62rem,100vw-1.5rem,(100dvh-12rem)*16/9))] max-h-dvh max-w-none overflow-x-hidden rounded-card border border-line bg-panel text-ink open:animate-rise"
    >
      <div className="flex items-center justify-between gap-4 py-2 pr-2 pl-5">
        <h2 id="preview-title" className="text-lg">
          Preview <span className="text-bolt">{AGE}</span>
        </h2>
        <button
          type="button"
          data-action="close"
          aria-label="Close preview"
          className="grid size-12 place-items-center rounded-full text-muted hover:bg-raised hover:text-ink"
        >
          <X className="size-6" />
        </button>
      </div>
      <div className="relative aspect-video bg-night">
        {/* biome-ignore lint/a11y/useMediaCaption: no one speaks in it, and its description says what it shows. */}
        <video
          playsInline
          aria-label={`Preview of ${BRAND.name}`}
          aria-describedby="preview-words"
          className="size-full cursor-pointer"
        />
        <p id="preview-words" className="sr-only">
          {`Music, no speech. A clock shows 5:59 in a dark house. At 6:00, the email from ${BRAND.name} arrives, lightning strikes, and words land on the beat: Wake up with voltage. No snooze. No maybe. Get the hell up. Move. Then a streak of 12 mornings becomes 13.`}
        </p>
        <Picture />
      </div>
      <Controls />
    </dialog>
  );
}

function Picture() {
  return (
    <>
      <div
        role="status"
        className={`${OVER_THE_PICTURE} pointer-events-none hidden bg-night/75 group-data-[state=loading]/preview:grid`}
      >
        <Spinner className="size-10 text-bolt" />
        <span className="font-semibold">Loading the preview...</span>
      </div>
      <div
        role="alert"
        className={`${OVER_THE_PICTURE} hidden overflow-y-auto bg-night group-data-[state=failed]/preview:grid`}
      >
        <p className="max-w-sm font-semibold sm:text-lg">
          The preview didn't load. Check your connection and try again.
        </p>
        <button type="button" data-action="retry" className={buttonClass()}>
          <RotateCcw className={ICON} />
          Try again
        </button>
      </div>
      <div className={`${OVER_THE_PICTURE} hidden bg-night/75 group-data-[state=ended]/preview:grid`}>
        <p className="font-extrabold text-xl semi-wide lg:text-3xl">That was a spark. Mornings get the bolt.</p>
        <a href={PUBLIC_PAGES.subscribe} className={buttonClass()}>
          Choose a plan
          <ArrowRight className={ICON} />
        </a>
      </div>
    </>
  );
}

function Controls() {
  return (
    <div className="grid grid-cols-1 px-4 pt-1 pb-4 sm:px-5">
      <input type="range" min={0} max={1} step={0.5} defaultValue={0} aria-label="Preview progress" className="range" />
      <div className="flex items-center gap-4">
        <button
          type="button"
          data-action="play"
          aria-label="Play"
          className="grid size-12 shrink-0 place-items-center rounded-full border border-line bg-raised hover:border-bolt hover:text-bolt"
        >
          <Play className="hidden size-6 fill-current pl-0.5 group-data-[paused]/preview:block" />
          <Pause className="size-6 fill-current group-data-[paused]/preview:hidden" />
        </button>
        <span data-time="" className="min-w-0 truncate text-muted text-sm tabular-nums max-[23rem]:hidden">
          0:00 / 0:00
        </span>
        <button
          type="button"
          data-action="sound"
          className={buttonClass("secondary", "md", "ml-auto whitespace-nowrap !px-4 preview-sound")}
        >
          <VolumeX className={`${ICON} hidden group-data-[muted]/preview:block`} />
          <Volume2 className={`${ICON} group-data-[muted]/preview:hidden`} />
          <span className="hidden group-data-[muted]/preview:block">Turn sound on</span>
          <span className="group-data-[muted]/preview:hidden">Mute</span>
        </button>
      </div>
    </div>
  );
}
