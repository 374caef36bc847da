import { formatCount } from "../formats.ts";
import { pageOf } from "../paths.ts";
import type { MediumKind } from "./video-link.ts";

/** Checks before an item is sent: rules over facts the Worker collects. */
export const PREFLIGHT_RESULTS = ["pass", "warning", "fail"] as const;
export type PreflightResult = (typeof PREFLIGHT_RESULTS)[number];

/** `message` states the result and, if it isn't a pass, how to fix it. */
export type PreflightLine = { check: string; result: PreflightResult; message: string };

/** What an embedded video's provider says about it; `unasked` if there was no answer. */
export type EmbedAnswer = { state: "allowed" | "refused" | "missing" | "unasked"; durationSeconds: number | null };

/** A media file as the item refers to it, and as stored in R2 (null: not there). */
export type MediumFacts = {
  kind: MediumKind;
  contentType: string;
  sizeBytes: number;
  durationSeconds: number | null;
  stored: { sizeBytes: number } | null;
};

/** What a link leads to. `nowhere`: our own address, but no such page. `unasked`: an address the Worker doesn't request. */
export type LinkAnswer = { link: string; state: "reached" | "unreached" | "nowhere" | "unasked" };

export type PreflightFacts = {
  title: string;
  description: string;
  transcript: string | null;
  media: readonly MediumFacts[];
  embed: { provider: string; answer: EmbedAnswer } | null;
  mail: { sizeBytes: number; links: readonly string[] };
  described: readonly LinkAnswer[];
  /** If the item is a fallback for mornings without content: whether members can open it once its day has come. */
  fallback: { isOnOffer: boolean } | null;
  /** The product's own address, whose links don't need HTTPS in development. */
  appUrl: string;
};

/** Email programs on phones cut a subject at about this many characters. */
const SUBJECT_LENGTH = 60;
const MIN_DESCRIPTION = 40;
/** Gmail clips an email at 102 kB. */
const MAX_MAIL_BYTES = 100_000;
const MIN_SECONDS = 20;
const MAX_SECONDS = 3 * 3600;

const USABLE_TYPES: Record<MediumKind, readonly string[]> = {
  audio: ["audio/mpeg", "audio/mp4", "audio/aac", "audio/x-m4a"],
  video: ["video/mp4"],
  captions: ["text/vtt"],
  artwork: ["image/jpeg", "image/png"],
};
const FORMAT_ADVICE: Record<MediumKind, string> = {
  audio: "Upload an MP3 or M4A file.",
  video: "Upload an MP4 file.",
  captions: "Upload captions as WebVTT (.vtt).",
  artwork: "Upload the picture as JPEG or PNG.",
};
const NAMES: Record<MediumKind, string> = {
  audio: "Audio",
  video: "Hosted video",
  captions: "Captions",
  artwork: "Artwork",
};

const pass = (check: string, message: string): PreflightLine => ({ check, result: "pass", message });
const warn = (check: string, message: string): PreflightLine => ({ check, result: "warning", message });
const fail = (check: string, message: string): PreflightLine => ({ check, result: "fail", message });

function titleLine({ title }: PreflightFacts): PreflightLine {
  if (title.length <= SUBJECT_LENGTH) return pass("Title", "It fits into the subject of a mail.");
  const message = `It has ${title.length} characters and phones cut a subject at about ${SUBJECT_LENGTH}. Shorten it, or put the strong words first.`;
  return warn("Title", message);
}

function descriptionLine({ description }: PreflightFacts): PreflightLine {
  const { length } = description.trim();
  const where = "in the wake-up email and on the page.";
  if (length === 0) return fail("Description", `Add a description. It's shown ${where}`);
  if (length >= MIN_DESCRIPTION) return pass("Description", `Shown ${where}`);
  const message = `Only ${formatCount(length, "character")}. Write at least ${MIN_DESCRIPTION}. They're shown ${where}`;
  return warn("Description", message);
}

function isPlausible(seconds: number): boolean {
  return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS;
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function lengthLine(name: string, seconds: number | null): PreflightLine {
  const check = `${name} length`;
  if (seconds === null) return warn(check, "It is not known. Play the day once to its end before publishing it.");
  if (isPlausible(seconds)) return pass(check, `It is ${clock(seconds)} long.`);
  const message = `It is ${clock(seconds)} long. Check that this is the whole session and no other file, and upload it again if not.`;
  return fail(check, message);
}

function mediumLines(medium: MediumFacts): PreflightLine[] {
  const { kind, contentType, stored, sizeBytes, durationSeconds } = medium;
  const name = NAMES[kind];
  if (stored === null) return [fail(name, "The file is not in storage any more. Choose or upload it again.")];
  if (stored.sizeBytes !== sizeBytes || stored.sizeBytes === 0) {
    return [fail(name, "The file in storage is not the one that was uploaded. Upload it again.")];
  }
  if (!USABLE_TYPES[kind].includes(contentType)) {
    // Some readers miss a picture that isn't shown; audio or video that doesn't play wakes no one.
    return kind === "artwork"
      ? [warn(name, `Some mail programs do not show ${contentType}. ${FORMAT_ADVICE[kind]}`)]
      : [fail(name, `Browsers may not take ${contentType}. ${FORMAT_ADVICE[kind]}`)];
  }
  const present = pass(name, "The file is in storage, and browsers take its format.");
  return kind === "audio" || kind === "video" ? [present, lengthLine(name, durationSeconds)] : [present];
}

function embedLines({ embed }: PreflightFacts): PreflightLine[] {
  if (embed === null) return [];
  const { provider, answer } = embed;
  const check = `${provider} video`;
  switch (answer.state) {
    case "allowed": {
      const allowed = pass(check, `${provider} lets it be shown on other sites.`);
      return answer.durationSeconds === null ? [allowed] : [allowed, lengthLine(check, answer.durationSeconds)];
    }
    case "refused":
      return [fail(check, `${provider} does not let it be shown here. Allow embedding there, or host the video.`)];
    case "missing":
      return [fail(check, `${provider} has no such video. Check the address, and that the video is not deleted.`)];
    case "unasked":
      return [warn(check, `${provider} could not be asked. Open the day's page and play the video.`)];
  }
}

function mediaLines(facts: PreflightFacts): PreflightLine[] {
  const isPlayable = facts.embed !== null || facts.media.some(({ kind }) => kind === "audio" || kind === "video");
  if (!isPlayable) return [fail("Media", "There is neither audio nor video. Choose a file or enter a video address.")];
  return [...facts.media.flatMap(mediumLines), ...embedLines(facts)];
}

function wordsLine({ transcript, media }: PreflightFacts): PreflightLine {
  const [hasCaptions, hasVideo] = (["captions", "video"] as const).map((of) => media.some(({ kind }) => kind === of));
  if (transcript?.trim() || (hasCaptions && hasVideo)) return pass("Words", "People who cannot hear it can read it.");
  const lack = hasCaptions
    ? "Captions are shown over a hosted video alone, and there is no transcript. Add a transcript"
    : "There is no transcript and there are no captions. Add one";
  return warn("Words", `${lack} for people who cannot hear it.`);
}

/** Whether a link works from any email program; a link to our own site must lead to an existing page. */
export function isWorkingLink(link: string, appUrl: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, origin, pathname } = new URL(link);
  if (origin === appUrl) return pageOf(pathname) !== null;
  return protocol === "https:" || protocol === "mailto:";
}

const LINK_DOUBTS: Record<Exclude<LinkAnswer["state"], "reached">, string> = {
  unreached: "Could not be reached",
  nowhere: "No page of ours",
  unasked: "Not a public HTTPS address",
};

/** A site may be down briefly, and one that blocks programs still works for people, so these lines never hold up a day. */
function describedLines({ described }: PreflightFacts): PreflightLine[] {
  if (described.length === 0) return [];
  const check = "Links in the description";
  const doubts = Object.entries(LINK_DOUBTS).flatMap(([doubt, words]) => {
    const links = described.filter(({ state }) => state === doubt).map(({ link }) => link);
    return links.length === 0 ? [] : [`${words}: ${links.join(", ")}.`];
  });
  if (doubts.length === 0) return [pass(check, "Each of them answers.")];
  return [warn(check, [...doubts, "Open them once before members do."].join("\n"))];
}

function mailLines({ mail, appUrl }: PreflightFacts): PreflightLine[] {
  const size = `${Math.ceil(mail.sizeBytes / 1000)} kB`;
  const broken = mail.links.filter((link) => !isWorkingLink(link, appUrl));
  return [
    mail.sizeBytes < MAX_MAIL_BYTES
      ? pass("Mail size", `It has ${size}, and no mail program cuts it off.`)
      : fail("Mail size", `It has ${size}, and Gmail cuts a mail off at 102 kB. Shorten the title and description.`),
    broken.length === 0
      ? pass("Mail links", "Every link leads to a page that there is.")
      : fail("Mail links", `These links lead nowhere: ${broken.join(", ")}. Check APP_URL in the Worker's settings.`),
  ];
}

function fallbackLines({ fallback }: PreflightFacts): PreflightLine[] {
  if (fallback === null) return [];
  const dropped =
    "It is chosen for mornings without content, and members cannot open it: it does not go out there. Publish and show it, or take it off the list in Settings.";
  return [
    fallback.isOnOffer
      ? pass("Fallback", "It also goes out on mornings without content, as the settings say.")
      : warn("Fallback", dropped),
  ];
}

/** Every check of an item, in the order of the editor's fields. */
export function preflight(facts: PreflightFacts): PreflightLine[] {
  return [
    titleLine(facts),
    descriptionLine(facts),
    ...mediaLines(facts),
    wordsLine(facts),
    ...(facts.media.some(({ kind }) => kind === "artwork")
      ? []
      : [pass("Artwork", "The day shows one of our drawn pictures.")]),
    ...mailLines(facts),
    ...describedLines(facts),
    ...fallbackLines(facts),
  ];
}
