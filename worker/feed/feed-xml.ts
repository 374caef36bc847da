import { BRAND } from "#domain/brand.ts";
import { COVER } from "#domain/rules/artwork.ts";

/** XML 1.0 allows no other characters; a parser refuses the whole feed for one of them. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeXml(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

type Attributes = Record<string, string | number>;

function tag(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${written.join("")}>${content}</${name}>\n`;
}

const text = (name: string, content: string | number) => tag(name, {}, escapeXml(String(content)));

export type Episode = {
  guid: string;
  title: string;
  /** HTML. */
  notes: string;
  link: string;
  publishedAt: number;
  durationSeconds: number | null;
  audio: { url: string; length: number; type: string };
  transcriptUrl: string | null;
};

export function itemXml(episode: Episode): string {
  const { guid, title, notes, link, publishedAt, durationSeconds, audio, transcriptUrl } = episode;
  const parts = [
    text("title", title),
    tag("guid", { isPermaLink: "false" }, escapeXml(guid)),
    text("link", link),
    text("description", notes),
    text("pubDate", new Date(publishedAt).toUTCString()),
    tag("enclosure", audio),
    ...(durationSeconds ? [text("itunes:duration", Math.round(durationSeconds))] : []),
    text("itunes:explicit", "true"),
    text("itunes:episodeType", "full"),
    ...(transcriptUrl ? [tag("podcast:transcript", { url: transcriptUrl, type: "text/plain", language: "en" })] : []),
  ];
  return tag("item", {}, parts.join(""));
}

const NAMESPACES = {
  version: "2.0",
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
};

/** `builtAt` is the newest change of what it depends on. `items` are XML. */
type Channel = { guid: string; address: string; appUrl: string; builtAt: number; items: string[] };

/** RSS 2.0 as podcast players read it: Apple's tags, and Podcasting 2.0's. Directories may not list it. */
export function feedXml({ guid, address, appUrl, builtAt, items }: Channel): string {
  const cover = `${appUrl}${COVER}`;
  const channel = [
    text("title", BRAND.name),
    text("link", appUrl),
    text("description", `${BRAND.tagline} These sessions are just for you. Don't share this feed.`),
    text("language", "en-us"),
    text("lastBuildDate", new Date(builtAt).toUTCString()),
    tag("atom:link", { href: address, rel: "self", type: "application/rss+xml" }),
    tag("image", {}, [text("url", cover), text("title", BRAND.name), text("link", appUrl)].join("")),
    text("itunes:author", BRAND.name),
    tag("itunes:image", { href: cover }),
    tag("itunes:category", { text: "Health & Fitness" }),
    text("itunes:type", "episodic"),
    text("itunes:explicit", "true"),
    text("itunes:block", "Yes"),
    text("podcast:guid", guid),
    tag("podcast:locked", { owner: BRAND.supportEmail }, "yes"),
    ...items,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag("rss", NAMESPACES, tag("channel", {}, channel.join("")))}`;
}
