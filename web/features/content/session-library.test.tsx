import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import type { BrowseCounts, BrowsedItem } from "#domain/contract/content/browse.ts";
import { browsedItemOf } from "#test/answers/content.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { Toaster } from "../../ui/toaster.tsx";
import { SessionLibrary } from "./session-library.tsx";

const ITEMS = [
  browsedItemOf("2025-09-03", { completed: true, progressPercent: 100, isFavorite: true }),
  browsedItemOf("2025-09-02", { progressPercent: 37, hasVideo: true, duration: null }),
  browsedItemOf("2025-08-31"),
];

type Query = Record<string, string>;

function openLibrary(search = "", answerOf: (query: Query) => Response = () => page(ITEMS)) {
  const calls = stubApi({
    "GET /api/content/library": ({ query }) => answerOf(query),
    ...Object.fromEntries(
      ITEMS.flatMap(({ id }) => [
        [`PUT /api/content/${id}/favorite`, () => Response.json({ id, isFavorite: true })],
        [`DELETE /api/content/${id}/favorite`, () => Response.json({ id, isFavorite: false })],
      ]),
    ),
  });
  const play = vi.fn<ComponentProps<typeof SessionLibrary>["onPlay"]>();
  const offer = <p>Listen elsewhere</p>;
  const props = { today: "2025-09-02", accessEnded: <p>Over</p>, offer, playing: "2025-09-02", onPlay: play };
  const shown = renderAt(`/library${search}`, <SessionLibrary {...props} />);
  const asked = () => calls.filter(({ method }) => method === "GET").map(({ query: { counts: _, ...query } }) => query);
  return { ...shown, calls, asked, play };
}

const countsOf = ({ length }: BrowsedItem[]): BrowseCounts => ({
  all: length,
  notDone: 0,
  audio: length,
  video: 0,
  favorites: 0,
});
const page = (items: BrowsedItem[], next: string | null = null, counts = countsOf(items)) =>
  Response.json({ items, next, counts });
const field = () => screen.getByRole<HTMLInputElement>("searchbox");
const filter = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const found = () => screen.getByRole("status", { name: "" }).textContent;
const goBack = () => act(() => window.history.back());

test("months are headings; each row shows date, length, media, and progress, and leads to its session", async () => {
  openLibrary();
  const rows = (await screen.findAllByRole("listitem")).map((row) => row.textContent);
  expect(rows).toEqual([
    "Title of 2025-09-03Wed 3 · 10 minEarly accessAudioDone",
    "Title of 2025-09-02Tue 2Audio · Video · 37% done",
    "Title of 2025-08-31Sun 31 · 10 minAudio",
  ]);
  const rowsOf = (month: string) => within(screen.getByRole("list", { name: month })).getAllByRole("listitem").length;
  expect([rowsOf("September 2025"), rowsOf("August 2025")]).toEqual([2, 1]);
  expect(screen.getAllByRole("link")[1]?.getAttribute("href")).toBe("/content/2025-09-02");
  expect(found()).toBe("3 sessions");
});

test("a search runs once typing pauses, updates the address, and says how many sessions it found", async () => {
  const { asked, address } = openLibrary("", ({ q }) => page(q ? ITEMS.slice(0, 1) : ITEMS));
  await screen.findAllByRole("listitem");
  await userEvent.type(field(), "title of ");
  await waitFor(() => expect(found()).toBe("1 session"));
  expect(address()).toBe("/library?q=title+of");
  expect(asked()).toEqual([{}, { q: "title of" }]);
});

test("filters combine, and Back undoes the last filter and the search typed after it", async () => {
  const { asked, address } = openLibrary("?q=doubt");
  await screen.findAllByRole("listitem");
  expect(field().value).toBe("doubt");
  await userEvent.click(filter("Audio"));
  await userEvent.click(filter("Not done"));
  expect(address()).toBe("/library?q=doubt&audio=1&notDone=1");
  expect(filter("Not done").getAttribute("aria-pressed")).toBe("true");
  await waitFor(() => expect(asked().at(-1)).toEqual({ q: "doubt", audio: "1", notDone: "1" }));
  await userEvent.clear(field());
  await userEvent.type(field(), "courage{Enter}");
  await waitFor(() => expect(address()).toContain("q=courage"));
  goBack();
  await waitFor(() => expect(address()).toBe("/library?q=doubt&audio=1"));
  await waitFor(() => expect(field().value).toBe("doubt"));
  expect(filter("Not done").getAttribute("aria-pressed")).toBe("false");
});

test("a search without matches can be cleared, which shows everything and focuses the field", async () => {
  const { address } = openLibrary("?q=nothing&video=1", ({ q }) => page(q ? [] : ITEMS));
  await waitFor(() => expect(found()).toBe("No sessions match"));
  await userEvent.click(await screen.findByRole("button", { name: "Show all sessions" }));
  expect(await screen.findAllByRole("listitem")).toHaveLength(3);
  expect(address()).toBe("/library");
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
});

test.for([
  ["?favorites=1", "No favorites yet", "Tap a session's heart to keep it here."],
  ["?q=x", "No sessions match", "Try other words."],
  ["?favorites=1&q=x", "No sessions match", "Try other words or fewer filters."],
] as const)("without matches for %s, the page and its status both say %s", async ([search, title, detail]) => {
  openLibrary(search, () => page([]));
  await waitFor(() => expect(found()).toBe(title));
  expect(screen.getAllByText(title)).toHaveLength(2);
  expect(screen.getByText(detail)).toBeTruthy();
});

test("a library without any sessions says that the first one is on its way", async () => {
  openLibrary("", () => page([]));
  expect(await screen.findAllByText("No sessions yet. The first one is on its way.")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Show all sessions" })).toBeNull();
});

test("the row of the session in the player is the current one", async () => {
  openLibrary();
  await screen.findAllByRole("listitem");
  expect(screen.getByRole("link", { current: true }).textContent).toContain("Title of 2025-09-02");
});

test.for([
  ["?favorites=1", "lucide-heart"],
  ["?q=x", "lucide-search-x"],
] as const)("an empty library's icon fits what %s asked for", async ([search, icon]) => {
  const { container } = openLibrary(search, () => page([]));
  await screen.findByRole("button", { name: "Show all sessions" });
  expect(container.querySelector(`svg.${icon}.size-10`)).not.toBeNull();
});

test("Show more adds the next page", async () => {
  const { asked } = openLibrary("", ({ cursor }) =>
    cursor ? page(ITEMS.slice(2)) : page(ITEMS.slice(0, 2), "17.b", countsOf(ITEMS)),
  );
  await screen.findAllByRole("listitem");
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(found()).toBe("3 sessions"));
  expect(asked()).toEqual([{}, { cursor: "17.b" }]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

const COUNTS = { all: 41, notDone: 30, audio: 35, video: 8, favorites: 2 };

test("each filter shows how many sessions it finds; the line above the list says how many there are", async () => {
  const { calls } = openLibrary("", ({ cursor }) => (cursor ? page([]) : page(ITEMS, "17.b", COUNTS)));
  await waitFor(() => expect(found()).toBe("41 sessions"));
  const names = within(screen.getByRole("group", { name: "Show only" })).getAllByRole("button");
  expect(names.map(({ textContent }) => textContent)).toEqual(["Not done 30", "Audio 35", "Video 8", "Favorites 2"]);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  expect(found()).toBe("41 sessions");
  expect(calls.map(({ query }) => query.counts)).toEqual(["1", undefined]);
});

test.each([
  ["?notDone=1", true],
  ["?q=doubt", false],
])("a count that the pressed filter shows isn't shown again: %s", async (search, isHidden) => {
  openLibrary(search, () => page(ITEMS, null, { ...COUNTS, all: 30 }));
  await waitFor(() => expect(found()).toBe("30 sessions"));
  expect(screen.getByRole("status").className === "sr-only").toBe(isHidden);
});

test("offline, without counts, the line says how many sessions are saved", async () => {
  openLibrary("", () => Response.json({ items: ITEMS, next: null }));
  await waitFor(() => expect(found()).toBe("3 sessions saved"));
});

test("Play all audio hands over the sessions shown, and reads those with audio after them as far as asked", async () => {
  const more = [4, 3, 2].map((day) => browsedItemOf(`2025-08-0${day}`));
  const next: Record<string, Response> = {
    "17.b": page(more.slice(0, 2), "16.a"),
    "16.a": page(more.slice(2), "15.z"),
  };
  const { play, asked } = openLibrary("?q=title", ({ cursor }) =>
    cursor ? (next[cursor] ?? page([])) : page(ITEMS, "17.b"),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Play all audio" }));
  const [shown, readMore] = play.mock.calls[0] ?? [];
  expect(shown).toEqual(ITEMS);
  expect(await readMore?.(3)).toEqual(more);
  const filter = { q: "title", audio: "1" };
  expect(asked()).toEqual([{ q: "title" }, { ...filter, cursor: "17.b" }, { ...filter, cursor: "16.a" }]);
});

test("without audio among the sessions, Play all audio isn't shown", async () => {
  openLibrary("", () => page(ITEMS.map((item) => ({ ...item, audioFilename: null }))));
  await screen.findAllByRole("listitem");
  expect(screen.queryByRole("button", { name: "Play all audio" })).toBeNull();
});

test("what is offered above the list stays in place while the library is filtered", async () => {
  openLibrary();
  await screen.findAllByRole("listitem");
  expect(screen.getByText("Listen elsewhere")).toBeTruthy();
  await userEvent.click(filter("Audio"));
  expect(screen.getByText("Listen elsewhere")).toBeTruthy();
});

test("a list that doesn't load can be tried again, and ended access says so", async () => {
  let answer = () => refusal(500, "internal", "Sorry.");
  openLibrary("", () => answer());
  expect((await screen.findByRole("alert")).textContent).toContain("Your sessions didn't load");
  answer = () => page(ITEMS);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findAllByRole("listitem")).toHaveLength(3);
  answer = () => refusal(403, "no_access", "Over.");
  await userEvent.click(filter("Audio"));
  expect(await screen.findByText("Over")).toBeTruthy();
});

test("a row's heart can be turned off and on again, and a favorites list keeps the row meanwhile", async () => {
  const { calls } = openLibrary("?favorites=1", () => page(ITEMS.slice(0, 1)));
  const heart = await screen.findByRole("button", { name: "Favorite: Title of 2025-09-03" });
  const isOn = () => heart.getAttribute("aria-pressed");
  expect(isOn()).toBe("true");
  await userEvent.click(heart);
  await waitFor(() => expect([isOn(), heart.getAttribute("aria-busy")]).toEqual(["false", "false"]));
  await userEvent.click(heart);
  await waitFor(() => expect([isOn(), heart.getAttribute("aria-busy")]).toEqual(["true", "false"]));
  expect(calls.map(({ method }) => method)).toEqual(["GET", "DELETE", "PUT"]);
});

test("a heart that can't be saved reverts and says why", async () => {
  stubApi({
    "GET /api/content/library": () => page(ITEMS.slice(2)),
    "PUT /api/content/item-2025-08-31/favorite": () =>
      refusal(409, "conflict", "You have 500 favorites. Remove one first."),
  });
  renderAt(
    "/library",
    <>
      <SessionLibrary today="2025-09-02" accessEnded={null} onPlay={() => undefined} />
      <Toaster />
    </>,
  );
  const heart = await screen.findByRole("button", { name: "Favorite: Title of 2025-08-31" });
  await userEvent.click(heart);
  expect(await screen.findByText("We couldn't change your favorites")).toBeTruthy();
  expect(within(document.body).getAllByText(/Remove one first/)[0]).toBeTruthy();
  expect(heart.getAttribute("aria-pressed")).toBe("false");
});
