import { parseFeed, TranscriptType } from "podcast-partytime";
import RssParser from "rss-parser";
import { expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { type Episode, feedXml, itemXml } from "#worker/feed/feed-xml.ts";

const GUID = "9b024349-ccf0-5f69-a609-6b82873eab3c";
const ADDRESS = "https://daybolt.test/feed/aaaabbbbccccddddeeeeffffgggghhhh";

function episode(over: Partial<Episode> = {}): Episode {
  return {
    guid: crypto.randomUUID(),
    title: "Redline",
    notes: '<p>Stand up.</p><p><a href="https://daybolt.test/done?feed=1&amp;item=2">Mark as done</a></p>',
    link: "https://daybolt.test/content/2026-07-04",
    publishedAt: Date.parse("2026-07-04T05:00:00Z"),
    durationSeconds: 540,
    audio: { url: "https://daybolt.test/episodes/1/2/3/session.mp3", length: 4321, type: "audio/mpeg" },
    transcriptUrl: "https://daybolt.test/episodes/1/2/3/transcript.txt",
    ...over,
  };
}

const BUILT_AT = Date.parse("2026-07-04T05:00:00Z");

const xmlOf = (episodes: Episode[]) =>
  feedXml({
    guid: GUID,
    address: ADDRESS,
    appUrl: "https://daybolt.test",
    builtAt: BUILT_AT,
    items: episodes.map(itemXml),
  });

test("podcast-partytime reads the feed's Apple and Podcasting 2.0 tags", () => {
  const one = episode();
  const feed = parseFeed(xmlOf([one]));
  expect(feed).toMatchObject({
    title: BRAND.name,
    explicit: true,
    itunesBlock: true,
    guid: GUID,
    locked: true,
    lastBuildDate: new Date(BUILT_AT),
    itunesImage: "https://daybolt.test/artwork/cover.jpg",
    items: [
      {
        guid: one.guid,
        title: "Redline",
        explicit: true,
        duration: 540,
        pubDate: new Date(one.publishedAt),
        enclosure: one.audio,
        podcastTranscripts: [{ url: one.transcriptUrl, type: TranscriptType.Plain }],
      },
    ],
  });
});

test("rss-parser reads the feed's channel and episode fields", async () => {
  const one = episode();
  const feed = await new RssParser().parseString(xmlOf([one, episode()]));
  expect(feed).toMatchObject({ title: BRAND.name, link: "https://daybolt.test", language: "en-us", feedUrl: ADDRESS });
  expect(feed.items).toHaveLength(2);
  expect(feed.items[0]).toMatchObject({
    guid: one.guid,
    title: "Redline",
    content: one.notes,
    link: one.link,
    isoDate: new Date(one.publishedAt).toISOString(),
    enclosure: { url: one.audio.url, length: "4321", type: "audio/mpeg" },
    itunes: { duration: "540", explicit: "true" },
  });
});

test("both parsers read back any title or text, minus characters that XML doesn't allow", async () => {
  const nasty = `<b>"5 & 6"</b> ]]> ' \u0000\u0008\u000b\u001f\ufffe\ud800 😀 é`;
  const clean = `<b>"5 & 6"</b> ]]> '  😀 é`;
  const xml = xmlOf([episode({ title: nasty, notes: nasty, guid: "a&b" })]);
  const isControl = (char: string) => (char < " " && char !== "\n") || char === "\ufffe";
  expect([...xml].filter(isControl)).toEqual([]);
  expect(xml.isWellFormed()).toBe(true);
  const item = (await new RssParser().parseString(xml)).items[0];
  expect([item?.title, item?.content, item?.guid]).toEqual([clean, clean, "a&b"]);
  expect(parseFeed(xml)?.items).toHaveLength(1);
});

/** What Apple's and the W3C's validators require of a feed and of each of its items. */
test("the feed has everything that Apple's and the W3C's validators require", () => {
  const xml = xmlOf([episode(), episode({ transcriptUrl: null, durationSeconds: null })]);
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0"/);
  const [channel = "", ...items] = xml.split("<item>");
  for (const name of ["title", "link", "description", "language", "itunes:author", "itunes:explicit", "itunes:type"])
    expect(channel.match(new RegExp(`<${name}>[^<]+</${name}>`, "g")), name).not.toBeNull();
  for (const name of ["itunes:image href", "itunes:category text", "atom:link href"])
    expect(channel, name).toContain(`<${name}="`);
  expect(items).toHaveLength(2);
  for (const item of items) {
    for (const name of ["title", "description", "pubDate", "itunes:explicit"])
      expect(item.match(new RegExp(`<${name}>[^<]+</${name}>`, "g")), name).toHaveLength(1);
    expect(item).toMatch(/<guid isPermaLink="false">[^<]+<\/guid>/);
    expect(item).toMatch(/<enclosure url="https:[^"]+" length="\d+" type="audio\/mpeg">/);
    // RFC 822, as RSS requires.
    expect(item).toMatch(/<pubDate>[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT<\/pubDate>/);
  }
  expect(new Set(xml.match(/<guid[^>]*>[^<]+/g)).size).toBe(2);
});
