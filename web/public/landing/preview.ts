export {};

/** 5.2 → "0:05"; the clip is shorter than an hour. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Closes a dialog on a press outside it, but not on a drag that only ends there. */
function closeByPressBeside(dialog: HTMLDialogElement): void {
  let beganBeside = false;
  dialog.addEventListener("pointerdown", ({ target }) => {
    beganBeside = target === dialog;
  });
  dialog.addEventListener("click", ({ target }) => {
    if (beganBeside && target === dialog) dialog.close();
  });
}

// For browsers that don't support the `command` attribute.
if (!("command" in HTMLButtonElement.prototype)) {
  document.addEventListener("click", ({ target }) => {
    const id = target instanceof Element && target.closest("[commandfor]")?.getAttribute("commandfor");
    if (id) document.querySelector<HTMLDialogElement>(`#${id}`)?.showModal();
  });
}

type Elements = Record<"warning" | "player", HTMLDialogElement> & { form: HTMLFormElement; video: HTMLVideoElement };

function playOnConsent({ warning, player, form, video }: Elements): void {
  /** Only this loads the clip, after OK. It starts muted, because no one has asked for sound yet. */
  const start = (muted: boolean, at = 0) => {
    player.dataset.state = "loading";
    video.poster = player.dataset.poster ?? "";
    video.muted = muted;
    video.src = form.action;
    video.currentTime = at;
    // If the browser blocks autoplay, the play button starts it; the element's events report everything else.
    video.play().catch((error: Error) => {
      if (error.name === "NotAllowedError") player.dataset.state = "ready";
    });
  };
  const retry = () => {
    player.querySelector<HTMLElement>("[data-action=play]")?.focus();
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

  form.addEventListener("submit", (event) => {
    if ((event.submitter as HTMLButtonElement).value !== "ok") return;
    event.preventDefault();
    warning.close();
    player.showModal();
    player.querySelector<HTMLElement>("[data-action=sound]")?.focus();
    start(true);
  });
  player.addEventListener("click", ({ target }) => {
    const action = target instanceof Element && target.closest<HTMLElement>("[data-action]")?.dataset.action;
    if (action) actions[action]?.();
  });
  video.addEventListener("click", toggle);
  player.addEventListener("close", () => {
    video.pause();
    // Removing the source stops the download, and the next OK starts over.
    video.removeAttribute("src");
    video.load();
  });
}

const STATES = { canplay: "ready", playing: "ready", waiting: "loading", ended: "ended", error: "failed" };

function followClip(player: HTMLDialogElement, video: HTMLVideoElement, progress: HTMLInputElement): void {
  const on = (events: string[], listener: () => void) => {
    for (const event of events) video.addEventListener(event, listener);
  };
  for (const [event, state] of Object.entries(STATES)) on([event], () => player.setAttribute("data-state", state));
  on(["play", "pause", "volumechange"], () => {
    player.toggleAttribute("data-paused", video.paused);
    player.toggleAttribute("data-muted", video.muted);
    player.querySelector("[data-action=play]")?.setAttribute("aria-label", video.paused ? "Play" : "Pause");
  });
  const time = player.querySelector("[data-time]");
  on(["timeupdate", "durationchange"], () => {
    const [at, duration] = [video.currentTime, video.duration || 1];
    if (time) time.textContent = `${clock(at)} / ${clock(video.duration || 0)}`;
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
if (warning && player && form && video && progress) {
  playOnConsent({ warning, player, form, video });
  followClip(player, video, progress);
  for (const dialog of document.querySelectorAll("dialog")) closeByPressBeside(dialog);
}
