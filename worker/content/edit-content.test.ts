import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type LibraryItem, libraryItem } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { datesAfter } from "#test/support/fixtures.ts";
import { createItem, createMedium } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

type Audit = { actor: string; action: string; subject: string; details: string | null; request_id: string };

const freshDate = datesAfter("2030-01-01");

async function auditOf(subject: string): Promise<Audit[]> {
  const { results } = await env.DB.prepare("select * from audit where subject = ?").bind(subject).all<Audit>();
  return results;
}

function create(json: unknown): Promise<Response> {
  return request("/api/content", { json, admin: true });
}

function edit(ref: string, json: unknown): Promise<Response> {
  return request(`/api/content/${ref}`, { method: "PUT", json, admin: true });
}

async function edited(ref: string, json: unknown): Promise<LibraryItem> {
  const response = await edit(ref, json);
  expect(response.status).toBe(200);
  return libraryItem.parse(await response.json());
}

test("a new item is a draft with the submitted values, and its creation is audited", async () => {
  const date = freshDate();
  const response = await create({
    date,
    title: " Ignition ",
    description: "Go.",
    youtubeUrl: "https://youtu.be/dQw4w9WgXcQ",
  });
  expect(response.status).toBe(201);
  const item = libraryItem.parse(await response.json());
  expect(item).toMatchObject({
    date,
    title: "Ignition",
    description: "Go.",
    status: "draft",
    youtubeUrl: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    video: { provider: "youtube", ref: "dQw4w9WgXcQ" },
    vimeoEmbedCode: null,
    audioFilename: null,
    emailSent: false,
  });
  expect(await (await request(`/api/content/date/${date}`, { admin: true })).json()).toEqual(item);
  const [entry, ...others] = await auditOf(date);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    actor: "admin",
    action: "content.create",
    request_id: response.headers.get("x-request-id"),
  });
  expect(JSON.parse(entry?.details ?? "")).toEqual({
    fields: ["date", "title", "description", "youtubeUrl", "status"],
  });
});

test("a date holds only one item, and a refused second one leaves no trace", async () => {
  const date = freshDate();
  await create({ date, title: "First" });
  const second = await create({ date, title: "Second" });
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({
    code: "conflict",
    error: `There's already a session on ${formatLongDate(date)}. Edit that one instead.`,
  });
  expect(await auditOf(date)).toHaveLength(1);
  expect(await (await request(`/api/content/date/${date}`, { admin: true })).json()).toMatchObject({ title: "First" });
});

test("only one of several simultaneous items for the same date is created", async () => {
  const date = freshDate();
  const statuses = (await Promise.all([1, 2, 3].map((number) => create({ date, title: `Item ${number}` })))).map(
    (response) => response.status,
  );
  expect(statuses.sort()).toEqual([201, 409, 409]);
  expect(await auditOf(date)).toHaveLength(1);
});

test("an edit changes only the fields it names, by date or by ID", async () => {
  const item = await createItem(freshDate(), { description: "Before.", status: "draft" });
  expect(await edited(item.date, { title: "New" })).toMatchObject({
    title: "New",
    description: "Before.",
    status: "draft",
  });
  expect(await edited(item.id, { status: "published", description: "" })).toMatchObject({
    title: "New",
    description: "",
    status: "published",
  });
  const entries = await auditOf(item.date);
  expect(entries.map(({ action, details }) => [action, JSON.parse(details ?? "")])).toEqual([
    ["content.update", { fields: ["title"] }],
    ["content.update", { fields: ["description", "status"] }],
  ]);
});

test("an item that doesn't exist can't be edited, and nothing is audited", async () => {
  const response = await edit("2031-12-31", { title: "New" });
  expect(response.status).toBe(404);
  expect(await auditOf("2031-12-31")).toEqual([]);
});

test("a Vimeo link becomes our own embed code, and an empty one clears the video", async () => {
  const { date } = await createItem(freshDate());
  const shown = await edited(date, {
    youtubeUrl: '<iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e"></iframe>',
  });
  expect(shown).toMatchObject({
    youtubeUrl: "https://vimeo.com/76979871/8272103f6e",
    vimeoEmbedCode: expect.stringMatching(
      /^<iframe src="https:\/\/player\.vimeo\.com\/video\/76979871\?h=8272103f6e&amp;dnt=1" /,
    ),
  });
  expect(await edited(date, { youtubeUrl: "" })).toMatchObject({ youtubeUrl: null, vimeoEmbedCode: null, video: null });
});

test("a link that isn't a YouTube or Vimeo video is refused, and the item stays unchanged", async () => {
  const { date } = await createItem(freshDate(), { embedProvider: "youtube", embedRef: "dQw4w9WgXcQ" });
  for (const youtubeUrl of [
    "javascript:alert(1)",
    "https://evil.example/watch?v=dQw4w9WgXcQ",
    "<script>alert(1)</script>",
  ]) {
    for (const response of [
      await edit(date, { youtubeUrl, title: "New" }),
      await create({ date: freshDate(), title: "x", youtubeUrl }),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        fields: { youtubeUrl: "Enter a YouTube or Vimeo link" },
      });
    }
  }
  expect(await (await request(`/api/content/${date}`, { admin: true })).json()).toMatchObject({
    title: `Session of ${date}`,
    video: { ref: "dQw4w9WgXcQ" },
  });
  expect(await auditOf(date)).toEqual([]);
});

test("a hosted video survives edits of other fields and an empty link, and is replaced by a new link", async () => {
  const videoKey = await createMedium("video", new Uint8Array(4));
  const { date } = await createItem(freshDate(), { videoKey });
  expect(await edited(date, { title: "New", youtubeUrl: "" })).toMatchObject({ videoFilename: videoKey });
  expect(await edited(date, { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" })).toMatchObject({
    videoFilename: null,
    video: { provider: "youtube" },
  });
});

test("a hosted video that was replaced or removed can be restored by its key", async () => {
  const videoKey = await createMedium("video", new Uint8Array(4));
  const { date } = await createItem(freshDate(), { videoKey });
  await edited(date, { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" });
  const restored = { videoFilename: videoKey, youtubeUrl: null, video: { provider: "hosted", ref: videoKey } };
  expect(await edited(date, { videoKey })).toMatchObject(restored);
  expect(await edited(date, { videoKey: null })).toMatchObject({ videoFilename: null, video: null });
  expect(await edited(date, { videoKey, youtubeUrl: "" })).toMatchObject(restored);
});

test("a video key that's unknown or belongs to an audio file is refused, and the item stays unchanged", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  const { date } = await createItem(freshDate(), { embedProvider: "youtube", embedRef: "dQw4w9WgXcQ" });
  for (const videoKey of ["nothing.mp4", audioKey, ""]) {
    const response = await edit(date, { videoKey, title: "New" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { videoKey: "That video file doesn't exist" } });
  }
  expect(await edited(date, { description: "After." })).toMatchObject({
    title: `Session of ${date}`,
    video: { ref: "dQw4w9WgXcQ" },
  });
});

test.for([
  [{}, "", "Nothing to change"],
  [
    { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", videoKey: "a.mp4" },
    "youtubeUrl",
    "A session can have one video: a link or a hosted file",
  ],
  [{ title: "  " }, "title", "Title is required"],
  [{ title: "x".repeat(121) }, "title", "Title must be at most 120 characters"],
  [{ status: "hidden" }, "status", "Status must be draft, published, or scheduled"],
] as const)("the edit %j is refused with a message", async ([change, field, message]) => {
  const { date } = await createItem(freshDate());
  const response = await edit(date, change);
  expect(response.status).toBe(400);
  const body = await response.json<{ error: string; fields?: Record<string, string> }>();
  expect(body.error).toBe(message);
  expect(body.fields).toEqual(field === "" ? undefined : { [field]: message });
});

test("an item counts as sent only after a batch of its emails was sent", async () => {
  const { date } = await createItem(freshDate());
  const isSent = async () =>
    libraryItem.parse(await (await request(`/api/content/date/${date}`, { admin: true })).json()).emailSent;
  const enter = (state: string) =>
    env.DB.prepare(
      "insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, sent_count, next_attempt_at, created_at) values (?, 0, 'UTC', 6, ?, '[]', ?, ?, 0, 0)",
    )
      .bind(crypto.randomUUID(), date, state, state === "sent" ? 1 : 0)
      .run();
  await enter("open");
  await enter("empty");
  await enter("failed");
  expect(await isSent()).toBe(false);
  await enter("sent");
  expect(await isSent()).toBe(true);
  // Batches are kept for some weeks, their results forever.
  await env.DB.prepare("delete from wake_up_batches where local_date = ?").bind(date).run();
  expect(await isSent()).toBe(true);
});

test("an item created after a fallback went out counts as unsent and can move until its own email is sent", async () => {
  const [date, otherDate] = [freshDate(), freshDate()];
  const decidedAt = Date.now() - 3_600_000;
  const fallback = await createItem(freshDate());
  const enter = (slotAt: number) =>
    env.DB.prepare(
      "insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, sent_count, next_attempt_at, created_at) values (?, ?, 'UTC', 6, ?, '[]', 'sent', 1, 0, 0)",
    )
      .bind(crypto.randomUUID(), slotAt, date)
      .run();
  await env.DB.prepare("insert into fallback_mornings (date, content_id, decided_at) values (?, ?, ?)")
    .bind(date, fallback.id, decidedAt)
    .run();
  await enter(decidedAt);
  const { id } = await createItem(date);
  const read = async () =>
    libraryItem.parse(await (await request(`/api/content/date/${date}`, { admin: true })).json());
  expect((await read()).emailSent).toBe(false);
  expect((await edit(id, { date: otherDate })).status).toBe(200);
  expect((await edit(id, { date })).status).toBe(200);
  await enter(Date.now() + 3_600_000);
  expect((await read()).emailSent).toBe(true);
  expect((await edit(id, { date: otherDate })).status).toBe(409);
});

test("removing a file clears its length, and a file of unknown length doesn't inherit another's", async () => {
  const { date } = await createItem(freshDate());
  const [audioKey, unknownKey, videoKey] = [
    await createMedium("audio", new Uint8Array(4)),
    await createMedium("audio", new Uint8Array(4)),
    await createMedium("video", new Uint8Array(4)),
  ];
  await env.DB.prepare("update media set duration_seconds = 60 where key in (?, ?)").bind(audioKey, videoKey).run();
  expect(await edited(date, { audioKey })).toMatchObject({ duration: 60 });
  expect(await edited(date, { videoKey: null, title: "Other words" })).toMatchObject({ duration: 60 });
  expect(await edited(date, { audioKey: unknownKey })).toMatchObject({ duration: null });
  await edited(date, { audioKey, videoKey });
  expect(await edited(date, { audioKey: null })).toMatchObject({ duration: null });
  expect(await edited(date, { videoKey })).toMatchObject({ duration: 60 });
  expect(await edited(date, { videoKey: null })).toMatchObject({ duration: null });
  expect(await edited(date, { videoKey })).toMatchObject({ duration: 60 });
  expect(await edited(date, { youtubeUrl: "https://vimeo.com/76979871" })).toMatchObject({ duration: null });
});

test("media are set by keys of the right kind, and the chosen file's length becomes the item's", async () => {
  const { date } = await createItem(freshDate());
  const [audioKey, videoKey] = [
    await createMedium("audio", new Uint8Array(4)),
    await createMedium("video", new Uint8Array(4)),
  ];
  const [captionsKey, artworkKey] = [
    await createMedium("captions", new Uint8Array(4)),
    await createMedium("artwork", new Uint8Array(4)),
  ];
  await env.DB.prepare("update media set duration_seconds = 61.6 where key = ?").bind(audioKey).run();
  await env.DB.prepare("update media set duration_seconds = 90 where key = ?").bind(videoKey).run();
  expect(await edited(date, { videoKey })).toMatchObject({ videoFilename: videoKey, duration: 90 });
  expect(await edited(date, { audioKey, captionsKey, artworkKey })).toMatchObject({
    audioFilename: audioKey,
    videoFilename: videoKey,
    captionsKey,
    artworkKey,
    duration: 62,
  });
  expect(await edited(date, { durationSeconds: 60, transcript: "Words.", hidden: true })).toMatchObject({
    duration: 60,
    transcript: "Words.",
    hidden: true,
  });
  for (const field of ["audioKey", "videoKey", "captionsKey", "artworkKey"]) {
    for (const key of ["nothing.mp3", field === "audioKey" ? videoKey : audioKey]) {
      const response = await edit(date, { [field]: key });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        fields: { [field]: expect.stringMatching(/^That .+ doesn't exist$/) },
      });
    }
  }
});
