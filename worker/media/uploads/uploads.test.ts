import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { contentRevisions } from "#db/schema/content.ts";
import { medium, uploadResponse } from "#domain/contract/media.ts";
import { DAY_MS } from "#domain/durations.ts";
import { MAX_UPLOAD_BYTES, UPLOAD_PART_BYTES } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { createItem, db, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import clip from "../../../r2-seed/charge-up-7zyzazxbk2zzpxfi.mp4?inline";
import { purgeMedia, purgeUploads } from "../purge-media.ts";
import { completeUpload } from "./complete-upload.ts";

const UPLOADS = "/api/admin/uploads";
/** MPEG-1 layer III at 128 kbit/s and 44.1 kHz: 417 bytes and 26.12 ms per frame. */
const FRAME_BYTES = 417;
const FRAME_SECONDS = 1152 / 44_100;

function mp3(frames: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(frames * FRAME_BYTES);
  for (let frame = 0; frame < frames; frame++) bytes.set([0xff, 0xfb, 0x90, 0x00], frame * FRAME_BYTES);
  return bytes;
}

function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
}

const text = (words: string) => Uint8Array.from(new TextEncoder().encode(words));

function call(path: string, options: RequestOptions = {}): Promise<Response> {
  return request(path, { admin: true, ...options });
}

function creation(kind: string, filename: string, sizeBytes: number) {
  const encoded = (value: string) => btoa(String.fromCharCode(...text(value)));
  return {
    method: "POST",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(sizeBytes),
      "upload-metadata": `filename ${encoded(filename)},kind ${encoded(kind)}`,
    },
  };
}

function create(kind: string, filename: string, sizeBytes: number, options: RequestOptions = {}): Promise<Response> {
  return call(UPLOADS, { ...creation(kind, filename, sizeBytes), ...options });
}

function part(offset: number, body: Uint8Array<ArrayBuffer>): RequestOptions {
  const headers = {
    "upload-offset": String(offset),
    "content-length": String(body.length),
    "content-type": "application/offset+octet-stream",
  };
  return { method: "PATCH", headers, body };
}

function sendPart(path: string, offset: number, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  return call(path, part(offset, body));
}

/** Sends a whole file and returns the response to its completion. */
async function upload(kind: MediumKind, filename: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const path = (await create(kind, filename, bytes.length)).headers.get("location") ?? "";
  for (let offset = 0; offset < bytes.length; offset += UPLOAD_PART_BYTES) {
    const sent = await sendPart(path, offset, bytes.slice(offset, offset + UPLOAD_PART_BYTES));
    expect(sent.status).toBe(204);
  }
  return call(`${path}/complete`, { json: {} });
}

async function uploaded(kind: MediumKind, filename: string, bytes: Uint8Array<ArrayBuffer>) {
  return medium.parse(await (await upload(kind, filename, bytes)).json());
}

test("a two-part upload survives a lost connection and becomes a media file with its actual length", async () => {
  const frames = Math.ceil((UPLOAD_PART_BYTES + 500_000) / FRAME_BYTES);
  const bytes = mp3(frames);
  const named = creation("audio", "Über Früh (Mix 1).MP3", bytes.length);
  const started = await call(UPLOADS, named);
  expect([started.status, started.headers.get("tus-resumable")]).toEqual([201, "1.0.0"]);
  const path = started.headers.get("location") ?? "";
  expect((await sendPart(path, 0, bytes.slice(0, UPLOAD_PART_BYTES))).headers.get("upload-offset")).toBe(
    String(UPLOAD_PART_BYTES),
  );
  // The response was lost: the client asks for the offset, and finds its part there.
  expect((await sendPart(path, 0, bytes.slice(0, UPLOAD_PART_BYTES))).status).toBe(409);
  const head = await call(path, { method: "HEAD" });
  expect([
    head.headers.get("upload-offset"),
    head.headers.get("upload-length"),
    head.headers.get("upload-metadata"),
    head.headers.get("cache-control"),
  ]).toEqual([String(UPLOAD_PART_BYTES), String(bytes.length), named.headers["upload-metadata"], "no-store"]);
  expect((await call(`${path}/complete`, { json: {} })).status).toBe(409);
  expect((await sendPart(path, UPLOAD_PART_BYTES, bytes.slice(UPLOAD_PART_BYTES))).status).toBe(204);

  const made = medium.parse(await (await call(`${path}/complete`, { method: "POST" })).json());
  expect(made).toMatchObject({
    kind: "audio",
    title: "Über Früh (Mix 1)",
    contentType: "audio/mpeg",
    sizeBytes: bytes.length,
    durationSeconds: frames * FRAME_SECONDS,
  });
  expect(made.key).toMatch(/^uber-fruh-mix-1-[0-9a-f]{16}\.mp3$/);
  const stored = await env.MEDIA.get(made.key);
  expect(stored?.httpMetadata?.contentType).toBe("audio/mpeg");
  expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
  // Asked again, it returns the same medium.
  expect(await (await call(`${path}/complete`, { json: {} })).json()).toEqual(made);
  expect(uploadResponse.parse(await (await call(path)).json())).toMatchObject({ state: "complete", medium: made });
});

test("two simultaneous requests with the same part store it once, and the file is whole", async () => {
  const bytes = mp3(2000);
  const path = (await create("audio", "twice.mp3", bytes.length)).headers.get("location") ?? "";
  const answers = await Promise.all([sendPart(path, 0, bytes), sendPart(path, 0, bytes)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect((await call(`${path}/complete`, { json: {} })).status).toBe(200);
});

test("completing an upload can be retried after a crash before it was recorded", async () => {
  const bytes = mp3(500);
  const path = (await create("audio", "crash.mp3", bytes.length)).headers.get("location") ?? "";
  await sendPart(path, 0, bytes);
  const id = path.split("/").at(-1) ?? "";
  const row = await env.DB.prepare("select key, multipart_id from uploads where id = ?")
    .bind(id)
    .first<{ key: string; multipart_id: string }>();
  const part = await env.DB.prepare("select etag from upload_parts where upload_id = ?")
    .bind(id)
    .first<{ etag: string }>();
  await env.MEDIA.resumeMultipartUpload(row?.key ?? "", row?.multipart_id ?? "").complete([
    { partNumber: 1, etag: part?.etag ?? "" },
  ]);
  expect((await call(`${path}/complete`, { json: {} })).status).toBe(200);
});

test("video, captions, and artwork are detected from their bytes, and all but artwork need a pass", async () => {
  const video = await uploaded("video", "clip.mp4", bytesOf(clip));
  expect(video.contentType).toBe("video/mp4");
  expect(video.durationSeconds).toBeGreaterThan(5);
  const captions = await uploaded("captions", "clip.vtt", text("WEBVTT\n\n00:00.000 --> 00:01.000\nRise."));
  expect(captions).toMatchObject({ contentType: "text/vtt", durationSeconds: null });
  const artwork = await uploaded("artwork", "sun.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0));
  expect((await request(`/media/${artwork.key}`)).headers.get("content-type")).toBe("image/png");
  expect((await request(`/media/${video.key}`)).status).toBe(404);
  expect((await request(`/video/${video.key}`)).status).toBe(401);
});

test.for<[MediumKind, string, Uint8Array<ArrayBuffer>, why?: string]>([
  ["audio", "words.mp3", text("These are words and no music at all. ".repeat(200))],
  ["audio", "really-a-video.m4a", bytesOf(clip)],
  ["video", "really-audio.mp4", mp3(200)],
  ["video", "cut.mp4", bytesOf(clip).slice(0, 5000)],
  ["video", "short.mp4", bytesOf(clip).slice(0, 872_588), "seems cut off: 11 s of video, not 16 s."],
  ["captions", "page.vtt", text("<!doctype html>")],
  ["artwork", "script.png", text("<svg onload=alert(1)>")],
])(
  "a file that members couldn't play is rejected and deleted: %s %s",
  async ([kind, filename, bytes, why = "damaged"]) => {
    const answer = await upload(kind, filename, bytes);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(why)]);
    const { key, id } = (await env.DB.prepare("select id, key from uploads where filename = ? and state = 'refused'")
      .bind(filename)
      .first<{ key: string; id: string }>()) ?? { key: "", id: "" };
    expect(await env.MEDIA.head(key)).toBeNull();
    expect(await env.MEDIA.head(`public/${key}`)).toBeNull();
    expect((await call(`${UPLOADS}/${id}`, { method: "HEAD" })).status).toBe(410);
  },
);

test.for<[string, string, string, number, number]>([
  ["of another type", "audio", "notes.txt", 10, 400],
  ["without an ending", "audio", "notes", 10, 400],
  ["that is empty", "audio", "empty.mp3", 0, 400],
  ["that is too large", "video", "huge.mp4", MAX_UPLOAD_BYTES.video + 1, 413],
  ["that is too large for its kind", "captions", "long.vtt", MAX_UPLOAD_BYTES.captions + 1, 413],
  ["of a kind we do not know", "program", "virus.exe", 10, 400],
  ["with a negative size", "audio", "less.mp3", -1, 400],
])("a file %s is rejected before any byte is sent", async ([, kind, filename, size, status]) => {
  const answer = await create(kind, filename, size);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("location")).toBeNull();
});

test.for(["filename =", "filename A", "kind AAAAA", "kind YQ=", "filename !", "filename YQ==,kind ="])(
  "metadata that isn't base64 is refused as invalid: %s",
  async (metadata) => {
    const headers = { "upload-length": "4", "upload-metadata": metadata };
    const answer = await call(UPLOADS, { method: "POST", headers });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: "Upload-Metadata isn't valid" }),
    ]);
  },
);

test("a part whose body doesn't match its stated length is refused, stores nothing, and can be resent", async () => {
  const bytes = mp3(2);
  const path = (await create("audio", "broken.mp3", bytes.length)).headers.get("location") ?? "";
  const { headers } = part(0, bytes);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.slice(0, 100)),
    pull: (controller) => controller.error(new Error("The line was cut.")),
  });
  expect((await call(path, { method: "PATCH", headers, body })).status).toBe(400);
  expect((await call(path, { method: "HEAD" })).headers.get("upload-offset")).toBe("0");
  expect((await sendPart(path, 0, bytes)).status).toBe(204);
});

test("a part with the wrong length, offset, or type is refused and changes nothing", async () => {
  const bytes = mp3(100);
  const path = (await create("audio", "parts.mp3", bytes.length)).headers.get("location") ?? "";
  const short = await sendPart(path, 0, bytes.slice(0, 417));
  expect([short.status, (await short.json<{ error: string }>()).error]).toEqual([
    400,
    `Each part must be ${UPLOAD_PART_BYTES} bytes, except the last. The next part must be ${bytes.length} bytes.`,
  ]);
  expect((await sendPart(path, 417, bytes.slice(417))).status).toBe(409);
  for (const type of [undefined, "application/octet-stream"]) {
    const headers = { "upload-offset": "0", ...(type && { "content-type": type }) };
    expect((await call(path, { method: "PATCH", headers, body: bytes })).status).toBe(415);
  }
  expect((await call(path, { method: "HEAD" })).headers.get("upload-offset")).toBe("0");
});

test("a client can ask for the protocol version, size limit, and part size", async () => {
  const path = (await create("audio", "asked.mp3", 417)).headers.get("location") ?? "";
  for (const asked of [UPLOADS, path]) {
    const answer = await call(asked, { method: "OPTIONS" });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-extension": "creation,termination",
      "tus-max-size": String(MAX_UPLOAD_BYTES.video),
      "upload-limit": `max-size=${MAX_UPLOAD_BYTES.video}, min-append-size=${UPLOAD_PART_BYTES}, max-append-size=${UPLOAD_PART_BYTES}`,
    });
  }
});

test("a client with another protocol version gets the supported one and changes nothing", async () => {
  const bytes = mp3(1);
  const path = (await create("audio", "version.mp3", bytes.length)).headers.get("location") ?? "";
  const older = { "tus-resumable": "0.2.2" };
  const asOlder = ({ headers, ...rest }: RequestOptions) => ({ ...rest, headers: { ...headers, ...older } });
  for (const [asked, options] of [
    [UPLOADS, asOlder(creation("audio", "other.mp3", 417))],
    [path, asOlder(part(0, bytes))],
    [path, { method: "DELETE", headers: older }],
    [path, { method: "HEAD", headers: older }],
  ] as const) {
    const answer = await call(asked, options);
    expect([answer.status, answer.headers.get("tus-version"), answer.headers.get("location")]).toEqual([
      412,
      "1.0.0",
      null,
    ]);
  }
  const head = await call(path, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
  expect([head.status, head.headers.get("upload-offset"), head.headers.get("tus-resumable")]).toEqual([
    200,
    "0",
    "1.0.0",
  ]);
});

test("a cancelled upload is gone, and cancelling it again isn't an error", async () => {
  const path = (await create("audio", "cancelled.mp3", 417)).headers.get("location") ?? "";
  expect((await call(path, { method: "DELETE" })).status).toBe(204);
  expect((await call(path, { method: "DELETE" })).status).toBe(204);
  expect((await sendPart(path, 0, mp3(1))).status).toBe(410);
  expect((await call(path, { method: "HEAD" })).status).toBe(410);
});

/** An upload assembled in R2, as a completing call leaves it before it's recorded. */
async function assembled(filename: string) {
  const bytes = mp3(500);
  const path = (await create("audio", filename, bytes.length)).headers.get("location") ?? "";
  await sendPart(path, 0, bytes);
  const id = path.split("/").at(-1) ?? "";
  const row = await env.DB.prepare(
    "select key, multipart_id, etag from uploads join upload_parts on upload_id = id where id = ?",
  )
    .bind(id)
    .first<{ key: string; multipart_id: string; etag: string }>();
  const key = row?.key ?? "";
  const parts = [{ partNumber: 1, etag: row?.etag ?? "" }];
  await env.MEDIA.resumeMultipartUpload(key, row?.multipart_id ?? "").complete(parts);
  return { path, id, key };
}

test("an upload cancelled while completing creates no media file, and its stored file is deleted", async () => {
  const { id, key } = await assembled("late.mp3");
  const ctx = contextAt(Date.now());
  const cancel = env.DB.prepare("update uploads set state = 'aborted' where id = ?").bind(id);
  const bucket = new Proxy(ctx.bucket, {
    get: (target, name) => {
      const method = Reflect.get(target, name);
      if (name !== "get") return method.bind(target);
      return async (...args: unknown[]) => {
        await cancel.run();
        return method.apply(target, args);
      };
    },
  });
  await expect(completeUpload({ ...ctx, bucket }, { id })).rejects.toMatchObject({ code: "gone" });
  expect(await env.DB.prepare("select count(*) as n from media where key = ?").bind(key).first("n")).toBe(0);
  expect(await env.DB.prepare("select count(*) as n from audit where subject = ?").bind(key).first("n")).toBe(0);
  expect(await env.MEDIA.head(key)).toBeNull();
});

test("cancelling an upload whose parts are already assembled leaves no file", async () => {
  const { path, key } = await assembled("whole.mp3");
  expect((await call(path, { method: "DELETE" })).status).toBe(204);
  expect(await env.MEDIA.head(key)).toBeNull();
  expect((await call(`${path}/complete`, { json: {} })).status).toBe(410);
});

test("only uploads idle for a day are aborted", async () => {
  const now = Date.now();
  const started = await create("audio", "old.mp3", 417, { now: now - DAY_MS - 1 });
  const old = started.headers.get("location") ?? "";
  const fresh = (await create("audio", "fresh.mp3", 417)).headers.get("location") ?? "";
  await purgeUploads(contextAt(now));
  expect((await call(old, { method: "HEAD" })).status).toBe(410);
  expect((await call(fresh, { method: "HEAD" })).status).toBe(200);
});

test("a file is deleted 30 days after the last item, deleted item, or revision stops using it, and no sooner", async () => {
  const now = Date.now();
  const [orphan, used, deleted, revised] = await Promise.all(
    ["orphan", "used", "deleted", "revised"].map(async (name) => (await uploaded("audio", `${name}.mp3`, mp3(50))).key),
  );
  const item = await createItem("2031-03-01", { audioKey: used ?? null });
  await createItem("2031-03-02", { audioKey: deleted ?? null, deletedAt: now });
  await db.insert(contentRevisions).values({
    contentId: item.id,
    version: 1,
    fields: JSON.stringify({ title: "Before", audioKey: revised, videoKey: null }),
    replacedAt: now,
  });
  const keysAt = async (at: number) => {
    await purgeMedia(contextAt(at));
    const kept = [orphan, used, deleted, revised].map(async (key) => (await env.MEDIA.head(key ?? "")) !== null);
    return Promise.all(kept);
  };
  expect(await keysAt(now)).toEqual([true, true, true, true]);
  expect(await keysAt(now + 29 * DAY_MS)).toEqual([true, true, true, true]);
  expect(await keysAt(now + 31 * DAY_MS)).toEqual([false, true, true, true]);
  // Referenced again in time, it stays for good.
  await env.DB.prepare("update content set audio_key = null where id = ?").bind(item.id).run();
  await keysAt(now + 40 * DAY_MS);
  await env.DB.prepare("update content set audio_key = ? where id = ?").bind(used, item.id).run();
  expect(await keysAt(now + 80 * DAY_MS)).toEqual([false, true, true, true]);
});

test("the hourly search for unused files reads a bounded number of rows and reaches every file in turn", async () => {
  await env.DB.prepare(`
    insert into media (key, kind, title, content_type, size_bytes, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1800)
    select 'turn-' || i || '.mp3', 'audio', 'Turn', 'audio/mpeg', 1, 0 from n`).run();
  const hours = Array.from({ length: 5 }, (_, hour) => hour * 3_600_000);
  for (const now of hours) {
    const { d1, cost } = countingD1(env.DB);
    await purgeMedia({ ...contextAt(now), db: createDb(d1) });
    expect(cost.rowsRead).toBeLessThanOrEqual(500 * 12);
  }
  const unseen = "select count(*) as n from media where key like 'turn-%' and unreferenced_since is null";
  expect(await env.DB.prepare(unseen).first("n")).toBe(0);
  await env.DB.prepare("delete from media where key like 'turn-%'").run();
});

test("each call of an upload is at most three consecutive D1 calls", async () => {
  const bytes = mp3(40);
  const measure = async (path: string, options: RequestOptions) => {
    const { d1: DB, cost } = countingD1(env.DB);
    let depth = 0;
    const onAnswer = () => {
      depth = cost.depth;
    };
    const response = await requestWith({ DB }, path, { admin: true, address: uniqueAddress(), ...options }, onAnswer);
    expect([path, response.ok]).toEqual([path, true]);
    expect(depth).toBeLessThanOrEqual(3);
    return response;
  };
  const started = await measure(UPLOADS, creation("audio", "deep.mp3", bytes.length));
  const path = started.headers.get("location") ?? "";
  await measure(path, {});
  await measure(path, part(0, bytes));
  await measure(path, { method: "DELETE" });
});
