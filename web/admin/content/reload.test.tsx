import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { contentItem } from "#test/answers/content.ts";

const left = [
  { item: contentItem({ date: "2027-06-01" }), typed: { title: "From before" }, base: { title: "Own the morning" } },
  { item: contentItem({ date: "2027-06-02" }), typed: { title: "From before" }, base: { title: "Own the morning" } },
  { item: contentItem({ date: "2027-06-03" }), typed: { audioKey: "mine.mp3" }, base: { audioKey: null } },
] as const;
const kept = left.map((draft) => [draft.item.id, { ...draft, sent: [] }] as const);
// What a reload finds is read when the code loads.
sessionStorage.setItem("kept:Sessions", JSON.stringify(Object.fromEntries(kept)));
const { startLibrary } = await import("#test/web/admin.tsx");
const { showDay } = await import("#test/web/editor.tsx");

async function openDay(item: LibraryItem) {
  const { editor, unmount } = await showDay(item);
  return { editor, unmount, title: await editor.findByLabelText("Title") };
}

test("a reload brings back and saves text and a chosen file, unless someone else changed the same field", async () => {
  const [first, second, third] = left.map(({ item }) => item) as [LibraryItem, LibraryItem, LibraryItem];
  startLibrary(first, second, third);
  Object.assign(second, { title: "Theirs", version: 2 });
  const one = await openDay(first);
  expect(one.title).toHaveProperty("value", "From before");
  await waitFor(() => expect(first).toMatchObject({ title: "From before", version: 2 }));
  one.unmount();
  const two = await openDay(second);
  expect(await two.editor.findByRole("alert", { name: "Someone else changed the title" })).toBeTruthy();
  expect(two.title).toHaveProperty("value", "From before");
  expect(second.title).toBe("Theirs");
  two.unmount();
  const three = await openDay(third);
  expect(await three.editor.findByText(/^mine.mp3/)).toBeTruthy();
  await waitFor(() => expect(third.audioFilename).toBe("mine.mp3"));
});
