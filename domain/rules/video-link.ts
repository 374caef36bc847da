export const MEDIUM_KINDS = ["audio", "video", "captions", "artwork"] as const;
export type MediumKind = (typeof MEDIUM_KINDS)[number];

export const EMBED_PROVIDERS = ["youtube", "vimeo"] as const;
export const VIDEO_PROVIDERS = [...EMBED_PROVIDERS, "hosted"] as const;
type VideoProvider = (typeof VIDEO_PROVIDERS)[number];

/** `ref` is the provider's video ID (Vimeo: `id`, or `id/hash` for unlisted videos), or a hosted file's media key. */
export type VideoLink = { provider: VideoProvider; ref: string };

// Embed addresses of playlists and channel live streams have these words in place of an ID, and they're just as long.
const YOUTUBE_ID = /^(?!videoseries$|live_stream$)[\w-]{11}$/;

// Vimeo shows a video under its own path, in a player, channel, group, showcase (once album) or review, and on the owner's own page.
const VIMEO_PATH =
  /^\/(?:video\/|manage\/videos\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|[\w-]+\/review\/|(?:showcase|album)\/[\w-]+\/video\/)?(\d{6,12})(?:\/([0-9a-f]{6,20}))?(?:\/[a-z]+)*\/?$/;
const VIMEO_SHOWCASE = /^\/(?:showcase|album)\//;
/** A review's hash opens the review, but no player. */
const VIMEO_REVIEW = /^\/[\w-]+\/review\//;

function youTubeId(url: URL, isShared = false): string | null {
  const host = url.hostname.replace(/^(www|m|music|studio)\./, "");
  const [, first = "", second = ""] = url.pathname.split("/");
  if (host === "youtu.be") return first;
  if (host !== "youtube.com" && host !== "youtube-nocookie.com") return null;
  if (first === "watch" || first === "watch_popup") return url.searchParams.get("v") ?? second;
  if (first === "attribution_link") {
    const shared = url.searchParams.get("u") ?? "";
    if (!URL.canParse(shared, url.origin)) return null;
    const target = new URL(shared, url.origin);
    return isShared ? null : youTubeId(target, true);
  }
  return ["embed", "e", "shorts", "live", "v", "video"].includes(first) ? second : null;
}

function vimeoRef(url: URL): string | null {
  if (!/^(www\.|player\.)?vimeo\.com$/.test(url.hostname)) return null;
  const chosen = VIMEO_SHOWCASE.test(url.pathname) ? url.searchParams.get("video") : null;
  const [, id, pathHash] = VIMEO_PATH.exec(chosen === null ? url.pathname : `/${chosen}`) ?? [];
  if (id === undefined) return null;
  const hash = VIMEO_REVIEW.test(url.pathname) ? null : (pathHash ?? url.searchParams.get("h"));
  return hash && /^[0-9a-f]{6,20}$/.test(hash) ? `${id}/${hash}` : id;
}

/** Provider and ID from a YouTube or Vimeo address or pasted iframe; else null. Only these are stored, so no markup reaches members. */
export function parseVideoLink(text: string): VideoLink | null {
  const source = /<iframe[^<>]*\ssrc\s*=\s*["']([^"']+)["']/i.exec(text)?.[1] ?? text.trim();
  const address = source
    .replaceAll("&amp;", "&")
    .replace(/^\/\//, "https://")
    .replace(/^(?=[\w.-]+\.\w+\/)/, "https://");
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const youTube = youTubeId(url);
  if (youTube !== null) return YOUTUBE_ID.test(youTube) ? { provider: "youtube", ref: youTube } : null;
  const vimeo = vimeoRef(url);
  return vimeo === null ? null : { provider: "vimeo", ref: vimeo };
}

/** The address a person would share; null for a hosted file, which has none. */
export function videoAddress({ provider, ref }: VideoLink): string | null {
  if (provider === "youtube") return `https://www.youtube.com/watch?v=${ref}`;
  return provider === "vimeo" ? `https://vimeo.com/${ref}` : null;
}

export function embedCode({ provider, ref }: VideoLink): string | null {
  const [id, hash] = ref.split("/");
  const attributes = 'allow="autoplay; fullscreen; picture-in-picture" allowfullscreen';
  if (provider === "vimeo") {
    const query = new URLSearchParams({ ...(hash ? { h: hash } : {}), dnt: "1" }).toString().replaceAll("&", "&amp;");
    return `<iframe src="https://player.vimeo.com/video/${id}?${query}" ${attributes}></iframe>`;
  }
  return provider === "youtube"
    ? `<iframe src="https://www.youtube-nocookie.com/embed/${id}" ${attributes}></iframe>`
    : null;
}
