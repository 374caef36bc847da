import * as z from "zod";
import { type EmbedAnswer, type MediumFacts, type PreflightLine, preflight } from "#domain/rules/preflight.ts";
import { type VideoLink, videoAddress } from "#domain/rules/video-link.ts";
import { selectDayAfter } from "../../content/content.queries.ts";
import { type LibraryRow, videoOf } from "../../content/content-item.ts";
import { selectLibraryItem, selectMediaOfItem } from "../../content/library.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound } from "../../kernel/errors.ts";
import { objectKeyOf } from "../../media/uploads/upload.ts";
import { sampleWakeUpMail } from "../../wake-up/slots/wake-up-mail.ts";

const PROVIDERS = { youtube: "YouTube", vimeo: "Vimeo" } as const;

type Medium = Omit<MediumFacts, "stored"> & { key: string };

async function inStorage(ctx: Ctx, { key, ...medium }: Medium): Promise<MediumFacts> {
  const object = await ctx.bucket.head(objectKeyOf({ key, kind: medium.kind }));
  return { ...medium, stored: object && { sizeBytes: object.size } };
}

async function embedFacts(ctx: Ctx, item: LibraryRow) {
  const video = videoOf(item);
  if (video === null || video.provider === "hosted") return null;
  return { provider: PROVIDERS[video.provider], answer: await askEmbedProvider(video, ctx.config.appUrl) };
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/\shref="([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
}

/** Returns what would go wrong with an item on its day. @param ref the item's date or its ID. @throws AppError `not_found` */
export async function runPreflight(ctx: Ctx, { id: ref }: { id: string }): Promise<PreflightLine[]> {
  const [[item], rows, [tomorrow]] = await ctx.db.batch([
    selectLibraryItem(ctx.db, ref),
    selectMediaOfItem(ctx.db, ref),
    selectDayAfter(ctx.db, ref),
  ]);
  if (!item) throw notFound("Content");
  const [media, embed] = await Promise.all([
    Promise.all(rows.map((medium) => inStorage(ctx, medium))),
    embedFacts(ctx, item),
  ]);
  const { html } = sampleWakeUpMail(ctx.config, item, tomorrow);
  const mail = { sizeBytes: new TextEncoder().encode(html).length, links: linksIn(html) };
  return preflight({ ...item, media, embed, mail, appUrl: ctx.config.appUrl });
}

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
async function askEmbedProvider(video: VideoLink, appUrl: string): Promise<EmbedAnswer> {
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
