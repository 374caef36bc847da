import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { DonePage } from "./done-page.tsx";
import { FeedPage } from "./feed-page.tsx";
import { RevokePage } from "./revoke-page.tsx";

const DONE = "POST /api/episodes/done";
const LINK = "/done?feed=f-1&item=i-1&key=k-1";

beforeEach(showAll);

test("opening an episode's link marks nothing as done; only its button does, even after a failure", async () => {
  let isLost = true;
  const calls = stubApi({ [DONE]: () => (isLost ? lostConnection() : Response.json({ ok: true })) });
  renderAt(LINK, <DonePage />);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Mark as done" }));
  await screen.findByText("We couldn't mark it as done. Please try again.");
  isLost = false;
  await userEvent.click(screen.getByRole("button", { name: "Mark as done" }));
  await screen.findByRole("heading", { name: "Marked as done" });
  expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ feed: "f-1", item: "i-1", key: "k-1" }));
});

test.for([
  ["/done", 200, ""],
  [LINK, 400, "validation"],
  [LINK, 404, "not_found"],
] as const)("%s answered with %i says that the link doesn't work", async ([path, status, code]) => {
  stubApi({ [DONE]: () => refusal(status, code, "No") });
  renderAt(path, <DonePage />);
  const button = screen.queryByRole("button", { name: "Mark as done" });
  if (button) await userEvent.click(button);
  await screen.findByRole("heading", { name: "This link doesn't work" });
});

test("the page says that access has ended, and keeps its button", async () => {
  stubApi({ [DONE]: () => refusal(403, "no_access", "Your membership has ended.") });
  renderAt(LINK, <DonePage />);
  await userEvent.click(screen.getByRole("button", { name: "Mark as done" }));
  await screen.findByText("Your membership has ended.");
});

const REVOKE = "POST /api/feeds/revoke";
const REVOCATION = "/revoke?member=m-1&feed=f-1.f-2&key=k-1";

test("opening an email's link revokes nothing; only its button does, even after a failure", async () => {
  let isLost = true;
  const calls = stubApi({ [REVOKE]: () => (isLost ? lostConnection() : Response.json({ ok: true })) });
  renderAt(REVOCATION, <RevokePage />);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Revoke podcast access" }));
  await screen.findByText("We couldn't revoke podcast access. Please try again.");
  isLost = false;
  await userEvent.click(screen.getByRole("button", { name: "Revoke podcast access" }));
  await screen.findByRole("heading", { name: "Podcast access is revoked" });
  expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ member: "m-1", feed: "f-1.f-2", key: "k-1" }));
  expect(screen.getByRole("link", { name: "Set a new password" }).getAttribute("href")).toBe("/reset-password");
});

test.for(["/revoke", REVOCATION])("%s without a valid key says that the link doesn't work", async (path) => {
  stubApi({ [REVOKE]: () => refusal(400, "validation", "No") });
  renderAt(path, <RevokePage />);
  const button = screen.queryByRole("button", { name: "Revoke podcast access" });
  if (button) await userEvent.click(button);
  await screen.findByRole("heading", { name: "This link doesn't work" });
});

test("a scanned code shows the feed's app links without a request; an incomplete one says so", async () => {
  const calls = stubApi({});
  const { unmount } = renderAt(`/feeds#${"b".repeat(32)}`, <FeedPage />);
  await screen.findByText(`${window.location.origin}/feed/${"b".repeat(32)}`);
  expect(screen.getAllByRole("link", { name: /Apple Podcasts|Overcast|Pocket Casts|AntennaPod/ })).toHaveLength(4);
  unmount();
  renderAt("/feeds#short", <FeedPage />);
  await screen.findByText(/scan the code that your library shows/);
  expect(screen.queryByRole("link", { name: "Overcast" })).toBeNull();
  expect(calls).toEqual([]);
});
