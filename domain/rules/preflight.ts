import { BRAND } from "../brand.ts";
import type { Medium } from "../contract/media.ts";
import { formatCount } from "../formats.ts";
import { pageOf } from "../paths.ts";
import { linksInText } from "./described-links.ts";
import type { MediumKind } from "./video-link.ts";

/** Checks before an item is sent: rules over facts the Worker collects. */
export const PREFLIGHT_RESULTS = ["pass", "warning", "fail"] as const;
export type PreflightResult = (typeof PREFLIGHT_RESULTS)[number];

/** `message` states the result and, if it isn't a pass, how to fix it. */
export type PreflightLine = { check: string; result: PreflightResult; message: string };

/** What an embedded video's provider says about it; `unasked` if there was no answer. */
export type EmbedAnswer = { state: "allowed" | "refused" | "missing" | "unasked"; durationSeconds: number | null };

/** A media file as the item refers to it, and as stored in R2 (null: not there). */
export type MediumFacts = Pick<Medium, "kind" | "contentType" | "sizeBytes" | "durationSeconds"> & {
  stored: { sizeBytes: number } | null;
};

export type PreflightFacts = {
  title: string;
  description: string;
  transcript: string | null;
  media: readonly MediumFacts[];
  embed: { provider: string; answer: EmbedAnswer } | null;
  mail: { sizeBytes: number; links: readonly string[] };
  /** The product's own address, whose links don't need HTTPS in development. */
  appUrl: string;
};

/** Email programs on phones cut a subject at about this many characters. */
const SUBJECT_LENGTH = 60;
const MIN_DESCRIPTION = 40;
/** Gmail clips an email at 102 KB. */
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
  artwork: "Upload the picture as a JPEG or PNG.",
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
  if (title.length <= SUBJECT_LENGTH) return pass("Title", "Fits the subject line.");
  const message = `${title.length} characters. Phones cut off subjects at about ${SUBJECT_LENGTH}. Shorten it, or put the strongest words first.`;
  return warn("Title", message);
}

function descriptionLine({ description }: PreflightFacts): PreflightLine {
  const { length } = description.trim();
  const where = "in the wake-up email and on the page.";
  if (length === 0) return fail("Description", `Add a description. It's shown ${where}`);
  if (length >= MIN_DESCRIPTION) return pass("Description", `Shown ${where}`);
  const message = `Only ${formatCount(length, "character")}. Write at least ${MIN_DESCRIPTION}. The description is shown ${where}`;
  return warn("Description", message);
}

const isPlausible = (seconds: number): boolean => seconds >= MIN_SECONDS && seconds <= MAX_SECONDS;

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function lengthLine(name: string, seconds: number | null): PreflightLine {
  const check = `${name} length`;
  if (seconds === null) return warn(check, "Unknown. Play the session to the end once before you publish it.");
  if (isPlausible(seconds)) return pass(check, clock(seconds));
  const message = `Unusual length: ${clock(seconds)}. Make sure it's the full recording, or upload it again.`;
  return fail(check, message);
}

function mediumLines(medium: MediumFacts): PreflightLine[] {
  const { kind, contentType, stored, sizeBytes, durationSeconds } = medium;
  const name = NAMES[kind];
  if (stored === null) return [fail(name, "This file is missing from storage. Choose it again, or upload it.")];
  if (stored.sizeBytes !== sizeBytes || stored.sizeBytes === 0) {
    return [fail(name, "The stored file isn't the one you uploaded. Upload it again.")];
  }
  if (!USABLE_TYPES[kind].includes(contentType)) {
    // Some readers miss a picture that isn't shown; audio or video that doesn't play wakes no one.
    return kind === "artwork"
      ? [warn(name, `Some email apps don't show ${contentType}. ${FORMAT_ADVICE[kind]}`)]
      : [fail(name, `Some browsers can't play ${contentType}. ${FORMAT_ADVICE[kind]}`)];
  }
  const isTimed = kind === "audio" || kind === "video";
  const present = pass(name, isTimed ? "Plays in every browser." : "Works in every browser.");
  return isTimed ? [present, lengthLine(name, durationSeconds)] : [present];
}

function embedLines({ embed }: PreflightFacts): PreflightLine[] {
  if (embed === null) return [];
  const { provider, answer } = embed;
  const check = `${provider} video`;
  switch (answer.state) {
    case "allowed": {
      const allowed = pass(check, `${provider} allows embedding.`);
      return answer.durationSeconds === null ? [allowed] : [allowed, lengthLine(check, answer.durationSeconds)];
    }
    case "refused":
      return [fail(check, `${provider} doesn't allow embedding. Allow it on ${provider}, or upload the video.`)];
    case "missing":
      return [
        fail(check, `${provider} can't find this video. Check the link, and make sure the video hasn't been deleted.`),
      ];
    case "unasked":
      return [warn(check, `We couldn't reach ${provider}. Open the session and play the video.`)];
  }
}

function mediaLines(facts: PreflightFacts): PreflightLine[] {
  const isPlayable = facts.embed !== null || facts.media.some(({ kind }) => kind === "audio" || kind === "video");
  if (!isPlayable) return [fail("Media", "No audio or video. Add a file or a video link.")];
  return [...facts.media.flatMap(mediumLines), ...embedLines(facts)];
}

function wordsLine({ transcript, media }: PreflightFacts): PreflightLine {
  const [hasCaptions, hasVideo] = (["captions", "video"] as const).map((of) => media.some(({ kind }) => kind === of));
  if (transcript?.trim() || (hasCaptions && hasVideo)) return pass("Text version", "Members can read along.");
  const lack = hasCaptions
    ? "Captions only show on a hosted video. Add a transcript"
    : "No transcript or captions. Add one of them";
  return warn("Text version", `${lack} for members who can't hear the session.`);
}

/** Whether a link works from any email program; a link to our own site must lead to an existing page. */
export function isWorkingLink(link: string, appUrl: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, origin, pathname } = new URL(link);
  if (origin === appUrl) return pageOf(pathname) !== null;
  return protocol === "https:" || protocol === "mailto:";
}

/** What we know of a link without opening it; a doubt never holds up a day. */
function describedLines({ description, appUrl }: PreflightFacts): PreflightLine[] {
  const broken = linksInText(description).filter((link) => !isWorkingLink(link, appUrl));
  if (broken.length === 0) return [];
  const doubts = broken.map((link) => `${link} (${new URL(link).origin === appUrl ? "page not found" : "not HTTPS"})`);
  return [warn("Links in the description", ["Check before you publish:", ...doubts].join("\n"))];
}

function mailLines({ mail, appUrl }: PreflightFacts): PreflightLine[] {
  const size = `${Math.ceil(mail.sizeBytes / 1000)} KB`;
  const broken = mail.links.filter((link) => !isWorkingLink(link, appUrl));
  return [
    mail.sizeBytes < MAX_MAIL_BYTES
      ? pass("Email size", `${size}, under Gmail's limit of 102 KB.`)
      : fail("Email size", `${size}. Gmail cuts off emails at 102 KB. Shorten the title and description.`),
    broken.length === 0
      ? pass("Email links", `${BRAND.name}'s own links work.`)
      : fail("Email links", `These links don't work: ${broken.join(", ")}. Check APP_URL in the Worker's settings.`),
  ];
}

/** Every check of an item, in the order of the editor's fields. */
export function preflight(facts: PreflightFacts): PreflightLine[] {
  return [
    titleLine(facts),
    descriptionLine(facts),
    ...mediaLines(facts),
    wordsLine(facts),
    ...(facts.media.some(({ kind }) => kind === "artwork") ? [] : [pass("Artwork", "Default artwork.")]),
    ...mailLines(facts),
    ...describedLines(facts),
  ];
}
