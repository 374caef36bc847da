import { expect, test } from "vitest";
import { openedItem } from "#domain/contract/content/content.ts";
import { createItem, createMedium, createMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const NOW = Date.parse("2025-08-20T17:00:00Z");

async function read(ref: string) {
  const member = await createMember({ accessEndsAt: Date.parse("2100-01-01T00:00:00Z") });
  return request(`/api/content/${ref}`, { token: await tokenFor(member, NOW), now: NOW });
}

test("an item includes its own artwork, plus its hosted video's captions once it's open", async () => {
  const [videoKey, captionsKey, artworkKey] = [
    await createMedium("video", new Uint8Array(8)),
    await createMedium("captions", new Uint8Array(8)),
    await createMedium("artwork", new Uint8Array(8)),
  ];
  await createItem("2025-08-13", { videoKey, captionsKey, artworkKey });
  await createItem("2025-08-14", { embedProvider: "vimeo", embedRef: "76979871", captionsKey });
  await createItem("2025-08-21", { videoKey, captionsKey, artworkKey });
  const wordsOf = async (date: string) => {
    const { captionsFilename, artworkFilename } = openedItem.parse(await (await read(date)).json());
    return { captionsFilename, artworkFilename };
  };
  expect(await wordsOf("2025-08-13")).toEqual({ captionsFilename: captionsKey, artworkFilename: artworkKey });
  expect(await wordsOf("2025-08-14")).toEqual({ captionsFilename: null, artworkFilename: null });
  expect(await wordsOf("2025-08-21")).toEqual({ captionsFilename: null, artworkFilename: artworkKey });
});

test("members get exactly the values set in the editor", async () => {
  const { id } = await createItem("2025-08-15", { title: "Old", status: "draft" });
  const keys = {
    audioKey: await createMedium("audio", new Uint8Array(8)),
    videoKey: await createMedium("video", new Uint8Array(8)),
    captionsKey: await createMedium("captions", new Uint8Array(8)),
    artworkKey: await createMedium("artwork", new Uint8Array(8)),
  };
  const put = async (json: object) =>
    expect((await request(`/api/content/${id}`, { admin: true, method: "PUT", json })).status).toBe(200);
  const words = { title: "New", description: "Two\nlines.", transcript: "Stand up.\nBreathe.", durationSeconds: 61 };
  await put({ ...words, ...keys });
  expect((await read("2025-08-15")).status).toBe(404);
  await put({ status: "published" });
  const shown = openedItem.parse(await (await read("2025-08-15")).json());
  expect(shown).toMatchObject({
    title: words.title,
    description: words.description,
    transcript: words.transcript,
    duration: words.durationSeconds,
    audioFilename: keys.audioKey,
    video: { provider: "hosted", ref: keys.videoKey },
    captionsFilename: keys.captionsKey,
    artworkFilename: keys.artworkKey,
  });
  // A new video removes the old captions, and cleared fields are deleted.
  const emptied = { transcript: "", description: "", audioKey: null, artworkKey: null };
  await put({ ...emptied, youtubeUrl: "https://vimeo.com/76979871" });
  expect(openedItem.parse(await (await read("2025-08-15")).json())).toMatchObject({
    description: "",
    transcript: null,
    audioFilename: null,
    artworkFilename: null,
    captionsFilename: null,
    video: { provider: "vimeo", ref: "76979871" },
  });
  await put({ hidden: true });
  expect((await read("2025-08-15")).status).toBe(404);
  await put({ hidden: false, date: "2025-08-16" });
  expect((await read("2025-08-15")).status).toBe(404);
  expect((await read("2025-08-16")).status).toBe(200);
});
