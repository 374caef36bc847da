type Parts = {
  warning: HTMLDialogElement;
  player: HTMLDialogElement;
  form: HTMLFormElement;
  video: HTMLVideoElement;
  progress: HTMLInputElement;
  time: HTMLElement;
};

/** 5.2 → "0:05"; the clip is shorter than an hour. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Closes a dialog by a press beside it; a drag that only ends there does not. */
function closeByPressBeside(dialog: HTMLDialogElement): void {
  let beganBeside = false;
  dialog.addEventListener("pointerdown", ({ target }) => {
    beganBeside = target === dialog;
  });
  dialog.addEventListener("click", ({ target }) => {
    if (beganBeside && target === dialog) dialog.close();
  });
}

function watchPreview({ warning, player, form, video, progress, time }: Parts): void {
  const show = (state: "loading" | "ready" | "failed" | "ended") => {
    player.dataset.state = state;
  };
  const button = (action: string) => player.querySelector<HTMLElement>(`[data-action=${action}]`);
  /** The clip is asked for here alone, which is after OK. It starts without sound: nobody asked for that yet. */
  const start = (muted: boolean, at = 0) => {
    show("loading");
    video.poster = player.dataset.poster ?? "";
    video.muted = muted;
    video.src = form.action;
    video.currentTime = at;
    // A browser that refuses to begin by itself leaves that to the play button; all else the element tells in its events.
    video.play().catch((error: Error) => error.name === "NotAllowedError" && show("ready"));
  };
  const retry = () => {
    button("play")?.focus();
    start(video.muted, video.currentTime);
  };
  const toggle = () => {
    if (player.dataset.state === "failed") retry();
    else if (video.paused) video.play().catch(() => undefined);
    else video.pause();
  };
  const actions: Record<string, () => void> = {
    close: () => player.close(),
    retry,
    play: toggle,
    sound: () => {
      video.muted = !video.muted;
    },
  };

  // Where the browser knows commands, the button's own one opens the warning.
  if (!("command" in HTMLButtonElement.prototype)) {
    document.getElementById("watch-preview")?.addEventListener("click", () => warning.showModal());
  }
  form.addEventListener("submit", (event) => {
    if ((event.submitter as HTMLButtonElement).value !== "ok") return;
    event.preventDefault();
    warning.close();
    player.showModal();
    button("sound")?.focus();
    start(true);
  });
  for (const dialog of [warning, player]) closeByPressBeside(dialog);
  player.addEventListener("click", ({ target }) => {
    const action = target instanceof Element && target.closest<HTMLElement>("[data-action]")?.dataset.action;
    if (action) actions[action]?.();
  });
  player.addEventListener("close", () => {
    video.pause();
    // Without its source the element stops loading, and the next OK begins anew.
    video.removeAttribute("src");
    video.load();
  });

  const on = (events: string, listener: () => void) => {
    for (const event of events.split(" ")) video.addEventListener(event, listener);
  };
  on("click", toggle);
  on("canplay playing", () => show("ready"));
  on("waiting", () => show("loading"));
  on("ended", () => show("ended"));
  on("error", () => show("failed"));
  on("play pause volumechange", () => {
    player.toggleAttribute("data-paused", video.paused);
    player.toggleAttribute("data-muted", video.muted);
    button("play")?.setAttribute("aria-label", video.paused ? "Play" : "Pause");
  });
  on("timeupdate durationchange", () => {
    const [at, duration] = [video.currentTime, video.duration || 1];
    time.textContent = `${clock(at)} / ${clock(video.duration || 0)}`;
    progress.max = String(duration);
    progress.value = String(at);
    progress.style.setProperty("--fill", `${(at / duration) * 100}%`);
    progress.setAttribute("aria-valuetext", `${Math.floor(at)} of ${Math.round(duration)} seconds`);
  });
  progress.addEventListener("input", () => {
    video.currentTime = progress.valueAsNumber;
  });
}

const warning = document.querySelector<HTMLDialogElement>("#preview-warning");
const player = document.querySelector<HTMLDialogElement>("#preview");
const form = warning?.querySelector("form");
const video = player?.querySelector("video");
const progress = player?.querySelector("input");
const time = player?.querySelector<HTMLElement>("[data-time]");
if (warning && player && form && video && progress && time) {
  watchPreview({ warning, player, form, video, progress, time });
}
