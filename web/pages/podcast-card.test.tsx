import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { PODCAST_PATH } from "#domain/rules/feeds.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { LibraryPage } from "./library-page.tsx";
import { PodcastCard } from "./podcast-card.tsx";

const CARD = <PodcastCard timezone="America/Chicago" today="2026-03-12" />;

beforeEach(showAll);

test("the card asks for nothing until it's opened, and then shows the member's podcast apps", async () => {
  const calls = stubApi({ "GET /api/user/feeds": () => Response.json({ feeds: [] }) });
  renderAt("/library", CARD);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByText("Listen in your podcast app"));
  await screen.findByText(/No podcast apps yet/);
});

test("a link to the podcast apps opens the card", async () => {
  stubApi({ "GET /api/user/feeds": () => Response.json({ feeds: [] }) });
  renderAt(PODCAST_PATH, CARD);
  await screen.findByText(/No podcast apps yet/);
});

test("the library of a member without access doesn't offer it", async () => {
  storeAuthToken("token");
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ hasAccess: false }) }),
    "GET /api/user/profile": () => Response.json({ ...PROFILE, hasAccess: false }),
  });
  renderAt("/library", <LibraryPage />);
  await screen.findByRole("heading", { level: 2, name: /^Your membership ended on/ });
  expect(screen.queryByText("Listen in your podcast app")).toBeNull();
  expect(screen.getAllByRole("link", { name: "My Account" }), "the header's").toHaveLength(1);
});
