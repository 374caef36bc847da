export {};

const LABELS = { loading: "Loading...", playing: "Pause the sample", paused: "Play the sample", failed: "Try again" };
const STATES = {
  loadstart: "loading",
  waiting: "loading",
  playing: "playing",
  pause: "paused",
  error: "failed",
} as const;

type Elements = { place: HTMLElement; form: HTMLFormElement; button: HTMLElement; audio: HTMLAudioElement };

/** Only OK loads the sample. From then on, its button plays and pauses instead of asking. */
function playOnConsent({ form, button, audio }: Elements): void {
  const play = () => audio.play().catch(() => undefined);
  form.addEventListener("submit", (event) => {
    if ((event.submitter as HTMLButtonElement).value !== "ok") return;
    event.preventDefault();
    form.closest("dialog")?.close();
    button.removeAttribute("commandfor");
    audio.src = form.action;
    play();
  });
  button.addEventListener("click", () => {
    if (button.hasAttribute("commandfor")) return;
    if (audio.error) audio.load();
    if (audio.paused) play();
    else audio.pause();
  });
  // The preview's video has its own sound.
  document.addEventListener("play", ({ target }) => target !== audio && audio.pause(), true);
}

function showState({ place, button, audio }: Elements): void {
  const label = button.querySelector("[data-label]");
  const alert = place.querySelector<HTMLElement>("[role=alert]");
  for (const [event, state] of Object.entries(STATES)) {
    audio.addEventListener(event, () => {
      // Some browsers also pause what failed.
      const shown = audio.error ? "failed" : state;
      place.dataset.state = shown;
      if (label) label.textContent = LABELS[shown];
      if (alert) alert.hidden = shown !== "failed";
    });
  }
  audio.addEventListener("timeupdate", () => {
    const played = audio.ended ? 1 : audio.currentTime / (audio.duration || 1);
    document.documentElement.style.setProperty("--played", `${played * 100}%`);
  });
}

const place = document.getElementById("sample");
const form = document.querySelector<HTMLFormElement>("#sample-warning form");
const button = place?.querySelector("button");
const audio = place?.querySelector("audio");
if (place && form && button && audio) {
  playOnConsent({ place, form, button, audio });
  showState({ place, form, button, audio });
}
