import fc from "fast-check";
import { expect, test } from "vitest";
import { embedCode, parseVideoLink, videoAddress } from "./video-link.ts";

const youTube = { provider: "youtube", ref: "dQw4w9WgXcQ" } as const;
const vimeo = { provider: "vimeo", ref: "76979871" } as const;
const unlisted = { provider: "vimeo", ref: "76979871/8272103f6e" } as const;

test.for([
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "http://youtube.com/watch?v=dQw4w9WgXcQ",
  "https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s",
  "https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RDAMVM",
  "https://youtu.be/dQw4w9WgXcQ?si=share",
  "https://www.youtube.com/shorts/dQw4w9WgXcQ",
  "https://www.youtube.com/live/dQw4w9WgXcQ?feature=share",
  "https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0",
  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
  "https://studio.youtube.com/video/dQw4w9WgXcQ/edit",
  "https://studio.youtube.com/video/dQw4w9WgXcQ/analytics/tab-overview/period-default",
  "https://www.youtube.com/e/dQw4w9WgXcQ",
  "https://www.youtube.com/watch/dQw4w9WgXcQ?feature=share",
  "https://www.youtube.com/watch_popup?v=dQw4w9WgXcQ",
  "https://www.youtube.com/attribution_link?a=8g8kPrPIi-ecwIsS&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ%26feature%3Dem-uploademail",
  "https://www.youtube.com/attribution_link?u=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ",
  "  https://youtu.be/dQw4w9WgXcQ\n",
  "HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ",
  `<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x&amp;start=3" title="YouTube video player" frameborder="0" allowfullscreen></iframe>`,
])("a YouTube video is found in %s", (text) => {
  expect(parseVideoLink(text)).toEqual(youTube);
});

test.for([
  "https://vimeo.com/76979871",
  "https://www.vimeo.com/76979871/",
  "https://vimeo.com/76979871?share=copy",
  "https://player.vimeo.com/video/76979871?dnt=1",
  "//player.vimeo.com/video/76979871",
  "vimeo.com/76979871",
  `<div style="padding:56.25% 0 0 0"><iframe src="https://player.vimeo.com/video/76979871?badge=0&amp;autopause=0" style="position:absolute"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>`,
  `<iframe title='x' src='https://player.vimeo.com/video/76979871'></iframe>`,
])("a Vimeo video is found in %s", (text) => {
  expect(parseVideoLink(text)).toEqual(vimeo);
});

test.for([
  "https://vimeo.com/channels/staffpicks/76979871",
  "https://vimeo.com/groups/shortfilms/videos/76979871",
  "https://vimeo.com/showcase/7008490/video/76979871",
  "https://vimeo.com/showcase/morning-talks/video/76979871",
  "https://vimeo.com/showcase/7008490?video=76979871",
  "https://vimeo.com/showcase/7008490/embed?video=76979871",
  "https://vimeo.com/album/7008490/video/76979871",
])("a Vimeo video is found under its channel, group, or showcase: %s", (text) => {
  expect(parseVideoLink(text)).toEqual(vimeo);
});

test.for([
  "https://vimeo.com/manage/videos/76979871",
  "https://vimeo.com/manage/videos/76979871/privacy",
  "https://vimeo.com/76979871/settings",
  "https://vimeo.com/76979871/settings/privacy",
  // The segment after a review's ID opens the review, not a player.
  "https://vimeo.com/user21297594/review/76979871/3c257a1b5d",
  "https://vimeo.com/daybolt/review/76979871/3c257a1b5d",
])("a Vimeo video is found by its management URL: %s", (text) => {
  expect(parseVideoLink(text)).toEqual(vimeo);
});

test.for([
  "https://vimeo.com/manage/videos/76979871/8272103f6e",
  "https://vimeo.com/manage/videos/76979871/8272103f6e/privacy",
  "https://vimeo.com/showcase/7008490/video/76979871/8272103f6e",
  "https://vimeo.com/76979871/8272103f6e",
  "https://vimeo.com/76979871/8272103f6e?share=copy",
  "https://player.vimeo.com/video/76979871?h=8272103f6e&amp;title=0",
])("an unlisted Vimeo video keeps its hash: %s", (text) => {
  expect(parseVideoLink(text)).toEqual(unlisted);
});

test.for([
  "javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ",
  "data:text/html,https://youtu.be/dQw4w9WgXcQ",
  "ftp://youtube.com/watch?v=dQw4w9WgXcQ",
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://notyoutube.com/watch?v=dQw4w9WgXcQ",
  "https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ",
  "https://evil.example/?https://youtu.be/dQw4w9WgXcQ",
  "https://evil.youtube.com.co/embed/dQw4w9WgXcQ",
  "https://evil.youtu.be/dQw4w9WgXcQ",
  "https://player.vimeo.com.evil.example/video/76979871",
  "https://evilvimeo.com/76979871",
  "https://vimeo.com/user/76979871",
  "https://vimeo.com/manage/videos",
  "https://vimeo.com/showcase/7008490",
  "https://vimeo.com/showcase/7008490?video=abc",
  "https://evil.example/manage/videos/76979871",
  "https://studio.youtube.com/channel/UC1234567890",
  "https://www.youtube.com/attribution_link?u=https%3A%2F%2Fevil.example%2Fwatch%3Fv%3DdQw4w9WgXcQ",
  "https://www.youtube.com/attribution_link?u=javascript%3Aalert(1)",
  "https://www.youtube.com/attribution_link",
  "https://www.youtube.com/attribution_link?u=attribution_link?u=/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ%22%3E",
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com/",
  "https://www.youtube.com/@channel",
  "https://vimeo.com/",
  `<iframe src="https://evil.example/embed/dQw4w9WgXcQ"></iframe>`,
  `<script src="https://www.youtube.com/embed/dQw4w9WgXcQ"></script>`,
  "dQw4w9WgXcQ",
  "not a link",
  "",
])("no video is found in %s", (text) => {
  expect(parseVideoLink(text)).toBeNull();
});

test("YouTube's playlist and channel keywords, which look like IDs, aren't videos", () => {
  expect(parseVideoLink("https://www.youtube.com/embed/videoseries?list=PLx")).toBeNull();
  expect(parseVideoLink("https://www.youtube.com/embed/live_stream?channel=UCx")).toBeNull();
});

const INJECTION = `"'<>\` \\\n\u0000();&`;
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...INJECTION, "/", "?", "v=", "&", "h=", "dQw4w9WgXcQ", "76979871", "8272103f6e"),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(""));
const addresses = fc
  .tuple(
    fc.constantFrom(
      "https://www.youtube.com/watch?v=",
      "https://youtu.be/",
      "https://www.youtube.com/embed/",
      "https://vimeo.com/",
      "https://player.vimeo.com/video/76979871?h=",
      `<iframe src="https://player.vimeo.com/video/76979871?h=`,
      `<iframe src='https://youtu.be/`,
      "",
    ),
    hostile,
  )
  .map(([start, rest]) => start + rest);

test("no pasted text can break out of the embed code's URL", () => {
  const safe =
    /^<iframe src="https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]{11}|player\.vimeo\.com\/video\/\d{6,12}\?(h=[0-9a-f]{6,20}&amp;)?dnt=1)" allow="[a-z; -]+" allowfullscreen><\/iframe>$/;
  fc.assert(
    fc.property(addresses, (text) => {
      const link = parseVideoLink(text);
      if (link) expect(embedCode(link)).toMatch(safe);
    }),
    { numRuns: 2000, examples: [[`https://youtu.be/dQw4w9WgXcQ"><script>`], ["https://vimeo.com/76979871"]] },
  );
});

test("a video's address and embed code both parse back to that video", () => {
  const ids = fc.stringMatching(/^[\w-]{11}$/).filter((id) => id !== "videoseries" && id !== "live_stream");
  const links = fc.oneof(
    ids.map((ref) => ({ provider: "youtube" as const, ref })),
    fc.stringMatching(/^\d{6,12}(\/[0-9a-f]{6,20})?$/).map((ref) => ({ provider: "vimeo" as const, ref })),
  );
  fc.assert(
    fc.property(links, (link) => {
      expect(parseVideoLink(videoAddress(link) ?? "")).toEqual(link);
      expect(parseVideoLink(embedCode(link) ?? "")).toEqual(link);
    }),
  );
});

test("a hosted file has neither an address to share nor embed code", () => {
  const hosted = { provider: "hosted", ref: "charge-up.mp4" } as const;
  expect([videoAddress(hosted), embedCode(hosted)]).toEqual([null, null]);
});
