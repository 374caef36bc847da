import * as z from "zod";
import type { EmbedAnswer } from "#domain/rules/preflight.ts";
import { type VideoLink, videoAddress } from "#domain/rules/video-link.ts";

const TIMEOUT_MS = 4000;

/** Endpoints that answer for videos other sites may show (https://oembed.com). */
const CALLS = {
  youtube: "https://www.youtube.com/oembed",
  vimeo: "https://vimeo.com/api/oembed.json",
} as const;

/** Vimeo returns the length, and `domain_status_code` 403 for a video that only other sites may show. */
const answer = z.object({
  type: z.literal("video"),
  duration: z.number().positive().optional(),
  domain_status_code: z.int().optional(),
});

const UNASKED: EmbedAnswer = { state: "unasked", durationSeconds: null };

async function read(response: Response): Promise<EmbedAnswer> {
  // 401: not on other sites; 403: not for everyone, or only on named sites; 400 and 404: no such video.
  if ([401, 403].includes(response.status)) return { ...UNASKED, state: "refused" };
  if ([400, 404].includes(response.status)) return { ...UNASKED, state: "missing" };
  const said = answer.safeParse(response.ok ? await response.json() : null);
  if (!said.success) return UNASKED;
  const { duration = null, domain_status_code: domain } = said.data;
  return { state: domain === 403 ? "refused" : "allowed", durationSeconds: duration };
}

/** Asks whether the provider lets the product's pages show a video. No answer counts as no. */
export async function askEmbedProvider(video: VideoLink, appUrl: string): Promise<EmbedAnswer> {
  const address = videoAddress(video);
  if (video.provider === "hosted" || address === null) return UNASKED;
  try {
    const query = new URLSearchParams({ url: address, format: "json" });
    const response = await fetch(`${CALLS[video.provider]}?${query}`, {
      // Vimeo decides by the requesting site.
      headers: { referer: `${appUrl}/` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await read(response);
  } catch {
    return UNASKED;
  }
}
