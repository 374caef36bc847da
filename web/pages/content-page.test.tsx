import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { contentItem } from "#test/answers/content.ts";
import { progressOf } from "#test/answers/progress.ts";
import { sessionUser } from "#test/answers/session.ts";
import { PASSWORD, renderAsAdmin, renderPage, startLibrary, startServer, watchMember } from "#test/web/admin.tsx";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { AppPlayer } from "../app/app-player.tsx";
import type { VideoPlayerProps } from "../features/player/video-player.tsx";
import { logInAsAdmin } from "../lib/admin-session.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { Toaster } from "../ui/toaster.tsx";
import { ContentPage } from "./content-page.tsx";

// Its controls' elements need a real browser.
vi.mock("../features/player/video-player.tsx", () => ({
  VideoPlayer: ({ resumePoint }: VideoPlayerProps) => (
    <output aria-label="Resume point">{JSON.stringify(resumePoint)}</output>
  ),
}));

const pages = (
  <Routes>
    <Route path="/admin" element={<AdminPage />} />
    <Route path="/content/:id" element={<ContentPage />} />
  </Routes>
);

test("the administrator sees a draft with only the admin password, and a link back to the library", async () => {
  const item = contentItem({ date: "2027-09-01" });
  const server = startLibrary(item);
  server.routes["GET /api/content/2027-09-01"] = () => Response.json(item);
  storeAuthToken("of a member beside");
  await renderAsAdmin(pages, "/content/2027-09-01?from=admin");
  expect(await screen.findByRole("heading", { name: item.title })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to admin" }).getAttribute("href")).toBe("/admin?tab=content");
  // An earlier test's page may still save its progress.
  const passwords = server.calls.filter(({ path }) => path.includes(item.date)).map(({ password }) => password);
  expect(new Set(passwords)).toEqual(new Set([PASSWORD]));
});

test("a refused admin password leads to the admin login and keeps the member in this browser logged in", async () => {
  const server = startServer({});
  storeAuthToken("of a member beside");
  const onMemberRefused = watchMember();
  await logInAsAdmin(PASSWORD);
  server.changePassword("rotated");
  renderPage(pages, "/content/2027-09-02?from=admin");
  expect(await screen.findByText(/^Your login no longer works/)).toBeTruthy();
  expect(onMemberRefused).not.toHaveBeenCalled();
});

test("a video whose completion is undone starts from the beginning", async () => {
  const progress = progressOf("2026-05-12", { at: "2026-05-12T06:00:00Z", videoPosition: 60, totalWatched: true });
  const item = contentItem({ date: "2026-05-12", video: { provider: "hosted", ref: "fuse.mp4" } });
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today: "2026-05-12" }) }),
    "GET /api/content/2026-05-12": () => Response.json({ ...item, audioFilename: null, comingSoon: false }),
    "GET /api/progress/2026-05-12": () => Response.json(progress),
    "POST /api/progress/2026-05-12/not-done": () =>
      Response.json({ ...progress, videoPosition: 0, totalWatched: false, epoch: 1 }),
  });
  storeAuthToken("token");
  renderAt("/content/2026-05-12", pages);
  await waitFor(() => expect(screen.getByLabelText("Resume point").textContent).toBe('{"seconds":60}'));
  await userEvent.click(await screen.findByRole("button", { name: "Mark as not complete" }));
  await waitFor(() => expect(screen.getByLabelText("Resume point").textContent).toBe("null"));
});

test.for([
  [false, "Opens Tue, May 12, at midnight your time"],
  [true, "Opens Mon, May 11, at midnight your time"],
] as const)("a coming item says once when it opens, with early access %s", async ([hasEarlyAccess, words]) => {
  const item = contentItem({ date: "2099-05-12", audioFilename: null, comingSoon: true });
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today: "2026-05-10", hasEarlyAccess }) }),
    "GET /api/content/2099-05-12": () => Response.json(item),
  });
  storeAuthToken("token");
  renderAt("/content/2099-05-12", pages);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getAllByText("Coming Soon")).toHaveLength(1);
});

test("starting over shows an error if the server refuses it", async () => {
  const progress = progressOf("2026-05-12", { at: "2026-05-12T06:00:00Z", audioPosition: 60 });
  const item = contentItem({ date: "2026-05-12", audioFilename: "fuse.mp3", video: null });
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today: "2026-05-12" }) }),
    "GET /api/content/2026-05-12": () => Response.json({ ...item, comingSoon: false }),
    "GET /api/progress/2026-05-12": () => Response.json(progress),
    "POST /api/progress/2026-05-12/start-over": () => refusal(503, "unavailable", "The server is busy."),
  });
  storeAuthToken("token");
  const { container } = renderAt(
    "/content/2026-05-12",
    <>
      {pages}
      <AppPlayer />
      <Toaster />
    </>,
  );
  const audio = container.querySelector("audio") as HTMLAudioElement;
  Object.defineProperty(audio, "duration", { value: 600 });
  // It's ready once the player's own code has loaded.
  const startOver = () => screen.queryByRole("button", { name: "Start over" });
  await expect
    .poll(() => {
      act(() => void audio.dispatchEvent(new Event("loadedmetadata")));
      return startOver();
    })
    .not.toBeNull();
  await userEvent.click(startOver() as HTMLElement);
  expect(await screen.findByText("We couldn't start over")).toBeTruthy();
  expect(audio.currentTime).toBe(0);
});

test("a session whose response says that access has ended shows the way back", async () => {
  showAll();
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today: "2026-05-12" }) }),
    "GET /api/content/2026-05-12": () => refusal(403, "no_access", "Over."),
  });
  storeAuthToken("token");
  renderAt("/content/2026-05-12", pages);
  expect((await screen.findByRole("link", { name: "Choose a plan" })).getAttribute("href")).toBe("/subscribe");
});

test("a session sets the tab's title", async () => {
  const item = contentItem({ date: "2026-05-12", video: null });
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today: "2026-05-12" }) }),
    "GET /api/content/2026-05-12": () => Response.json({ ...item, comingSoon: false }),
  });
  storeAuthToken("token");
  renderAt("/content/2026-05-12", pages);
  expect(await screen.findByRole("heading", { level: 1, name: item.title })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe(`${item.title} · ${BRAND.name}`));
});
