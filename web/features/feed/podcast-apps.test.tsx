import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Feed } from "#domain/contract/feed.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { Toaster } from "../../ui/toaster.tsx";
import { PodcastApps } from "./podcast-apps.tsx";

const READ = "GET /api/user/feeds";
const ADD = "POST /api/user/feeds";
const ADDRESS = `https://daybolt.test/feed/${"a".repeat(32)}`;

const feed = (name: string, over: Partial<Feed> = {}): Feed => ({
  id: name,
  name,
  createdAt: "2026-03-01T12:00:00.000Z",
  lastUsedAt: null,
  userAgent: null,
  ...over,
});

/** `feeds` is what the server has: the tests' answers change it. */
function open(feeds: Feed[], answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ [READ]: () => Response.json({ feeds }), ...answers });
  renderAt(
    "/library",
    <>
      <PodcastApps timezone="America/Chicago" today="2026-03-12" />
      <Toaster />
    </>,
  );
  return calls;
}

const apps = async () =>
  within(await screen.findByRole("list", { name: "Your podcast apps" }))
    .getAllByRole("listitem")
    .map((row) => row.textContent);

async function addApp(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "Add a podcast app" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Podcast app" }), name);
  await userEvent.click(screen.getByRole("button", { name: "Add app" }));
}

test("each podcast app shows when it was added, its player, and its last use", async () => {
  open([
    feed("iPhone", { lastUsedAt: "2026-03-12T18:00:00.000Z", userAgent: "Overcast/3.0 (+http://overcast.fm/)" }),
    feed("Car", { lastUsedAt: "2026-03-11T18:00:00.000Z" }),
    feed("Desk"),
  ]);
  expect(await apps()).toEqual([
    expect.stringMatching(/^iPhoneAdded Mar(?:ch)? 1\. Overcast, last used today, 1:00 PMRevoke$/),
    expect.stringMatching(/^CarAdded Mar(?:ch)? 1\. Last used yesterdayRevoke$/),
    expect.stringMatching(/^DeskAdded Mar(?:ch)? 1, not used yetRevoke$/),
  ]);
});

test("a new podcast app's feed URL is shown with a QR code and app links, and disappears once closed", async () => {
  const feeds: Feed[] = [];
  const calls = open(feeds, {
    [ADD]: () => {
      feeds.push(feed("Car"));
      return Response.json({ feed: feed("Car"), address: ADDRESS });
    },
  });
  await screen.findByText(/No podcast apps yet/);
  await addApp("Car");
  expect(await screen.findByText(ADDRESS)).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ name: "Car" });
  expect(screen.getByRole("img", { name: "QR code of the address" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Apple Podcasts" }).getAttribute("href")).toMatch(/^podcast:/);
  expect(await apps()).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(ADDRESS)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Add a podcast app" }));
  expect(await screen.findByRole("textbox", { name: "Podcast app" })).toBeTruthy();
  expect(screen.queryByText(ADDRESS)).toBeNull();
});

test("the feed URL can be copied, and a browser's refusal to copy is reported", async () => {
  open([], { [ADD]: () => Response.json({ feed: feed("Car"), address: ADDRESS }) });
  await addApp("Car");
  const copy = await screen.findByRole("button", { name: "Copy address" });
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValueOnce();
  await userEvent.click(copy);
  await screen.findByText("Address copied");
  expect(write).toHaveBeenCalledWith(ADDRESS);
  write.mockRejectedValueOnce(new Error("denied"));
  await userEvent.click(copy);
  await screen.findByText("Couldn't copy");
});

test("a missing or taken name shows an error beside the field, and a lost connection shows one above", async () => {
  const taken = () =>
    Response.json(
      {
        error: "Taken",
        code: "conflict",
        requestId: "r",
        fields: { name: "You already have a podcast app with this name." },
      },
      { status: 409 },
    );
  let isLost = false;
  const calls = open([], { [ADD]: () => (isLost ? lostConnection() : taken()) });
  await userEvent.click(await screen.findByRole("button", { name: "Add a podcast app" }));
  await userEvent.click(await screen.findByRole("button", { name: "Add app" }));
  await screen.findByText("Name the podcast app");
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  await userEvent.type(screen.getByRole("textbox", { name: "Podcast app" }), "Car");
  await userEvent.click(screen.getByRole("button", { name: "Add app" }));
  await screen.findByText("You already have a podcast app with this name.");
  isLost = true;
  await userEvent.type(screen.getByRole("textbox", { name: "Podcast app" }), "2");
  await userEvent.click(screen.getByRole("button", { name: "Add app" }));
  await screen.findByText("We couldn't add this podcast app. Please try again.");
});

test("revoking asks first and then removes the podcast app from the list; if it fails, it stays", async () => {
  let answer = refusal(503, "unavailable", "Try again in a minute.");
  const feeds = [feed("Car"), feed("Desk")];
  const calls = open(feeds, { "DELETE /api/user/feeds/Car": () => answer });
  await userEvent.click(await screen.findByRole("button", { name: "Revoke Car" }));
  const dialog = await screen.findByRole("dialog", { name: "Revoke Car?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Revoke Car" }));
  await userEvent.click(await screen.findByRole("button", { name: "Revoke podcast app" }));
  await screen.findByText("Try again in a minute.");
  answer = Response.json({ ok: true });
  feeds.shift();
  await userEvent.click(screen.getByRole("button", { name: "Revoke podcast app" }));
  await screen.findByText("Car is revoked");
  await waitFor(async () => expect(await apps()).toEqual([expect.stringMatching(/^Desk/)]));
});
