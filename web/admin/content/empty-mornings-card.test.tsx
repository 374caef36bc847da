import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { EmptyMorningsResponse } from "#domain/contract/content/empty-mornings.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { EmptyMorningsCard } from "./empty-mornings-card.tsx";

const PATH = "/api/admin/settings/empty-mornings";
const FIRST = { id: "a", date: "2026-09-01", title: "First Light" };
const SECOND = { id: "b", date: "2026-09-02", title: "Ignition" };
const UNSET: EmptyMorningsResponse = {
  version: 0,
  mode: "nothing",
  fallbacks: [],
  next: { date: "2026-11-24", fallback: null },
  empty: { days: 2, unfilled: 2 },
};
const SET: EmptyMorningsResponse = {
  version: 3,
  mode: "fallback",
  fallbacks: [
    { ...FIRST, dropped: null },
    { ...SECOND, dropped: "hidden" },
  ],
  next: { date: "2026-11-24", fallback: FIRST },
  empty: { days: 2, unfilled: 1 },
};

async function open(routes: Parameters<typeof startServer>[0] = {}) {
  const server = startServer({
    [`GET ${PATH}`]: () => Response.json(UNSET),
    [`GET ${PATH}/choices`]: () => Response.json([SECOND, FIRST]),
    ...routes,
  });
  await renderAsAdmin(<EmptyMorningsCard />);
  const card = within(await screen.findByRole("region", { name: "Mornings without a session" }));
  return { server, card, user: userEvent.setup() };
}

test("sessions are chosen, put in order by keyboard and saved over the version that was read", async () => {
  const { server, card, user } = await open({ [`PUT ${PATH}`]: () => Response.json({ ...SET, version: 1 }) });
  expect(await card.findByText(/No email goes out\./)).toBeTruthy();
  await user.click(card.getByRole("radio", { name: /Send a fallback/ }));
  expect(card.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await user.click(await card.findByRole("button", { name: /Add Ignition/ }));
  await user.click(card.getByRole("button", { name: /Add First Light/ }));
  expect(card.getByText("All matching sessions are already on your list.")).toBeTruthy();
  const up = card.getByRole("button", { name: 'Move "First Light" up' });
  up.focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(card.getByRole("button", { name: 'Move "First Light" up' }));
  expect(card.getByText('"First Light" is now number 1 of 2.')).toBeTruthy();
  await user.click(card.getByRole("button", { name: "Save" }));
  expect(await card.findByText("Saved.")).toBeTruthy();
  expect(server.sentTo(`PUT ${PATH}`)).toEqual([{ version: 0, mode: "fallback", contentIds: ["a", "b"] }]);
});

test("of many released sessions the first few are shown; choosing one keeps focus beside the others", async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    id: `${index}`,
    date: "2026-09-01",
    title: `Dawn ${index}`,
  }));
  const { card, user } = await open({ [`GET ${PATH}/choices`]: () => Response.json(many) });
  await user.click(await card.findByRole("radio", { name: /Send a fallback/ }));
  const list = within(await card.findByRole("list", { name: "Past sessions" }));
  expect(list.getAllByRole("listitem")).toHaveLength(5);
  await user.click(card.getByRole("button", { name: "Show 3 more" }));
  expect(list.getAllByRole("listitem")).toHaveLength(8);
  await user.click(list.getByRole("button", { name: /Add Dawn 6/ }));
  expect(list.getAllByRole("listitem")).toHaveLength(7);
  expect(document.activeElement).toBe(card.getByRole("list", { name: "Past sessions" }));
});

test("what dropped out says so, what stays empty is told, and a session is taken off the list", async () => {
  const { card, user } = await open({ [`GET ${PATH}`]: () => Response.json(SET) });
  expect(await card.findByText("Hidden: not sent")).toBeTruthy();
  expect(card.getByText(/"First Light" goes out instead\./)).toBeTruthy();
  expect(card.getByText(/on 1 of the 2 mornings without a session/)).toBeTruthy();
  await user.click(card.getByRole("button", { name: 'Remove "Ignition"' }));
  expect(card.queryByText("Hidden: not sent")).toBeNull();
  expect(card.getByText("Not saved yet.")).toBeTruthy();
  await user.click(card.getByRole("button", { name: "Discard changes" }));
  expect(card.getByText("Hidden: not sent")).toBeTruthy();
});

test("who was overtaken sees it and chooses: nothing is overwritten unseen", async () => {
  const stale = { error: "Someone else changed this setting.", code: "stale", requestId: "r", present: SET };
  const answers = [() => Response.json(stale, { status: 409 }), () => Response.json({ ...UNSET, version: 4 })];
  const { server, card, user } = await open({
    [`GET ${PATH}`]: () => Response.json({ ...SET, version: 2 }),
    [`PUT ${PATH}`]: () => answers.shift()?.() ?? failure(500, ""),
  });
  await user.click(await card.findByRole("radio", { name: /Send nothing/ }));
  await user.click(card.getByRole("button", { name: "Save" }));
  expect(await card.findByText("Someone else changed this setting")).toBeTruthy();
  expect(card.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await user.click(card.getByRole("button", { name: "Keep mine" }));
  await user.click(card.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.sentTo(`PUT ${PATH}`).at(-1)).toMatchObject({ version: 3, mode: "nothing" }));
});

test("a library without anything released, one that does not answer, and a refused save have their words", async () => {
  const { card, user } = await open({
    [`GET ${PATH}`]: () => Response.json(SET),
    [`GET ${PATH}/choices`]: () => Response.json([]),
    [`PUT ${PATH}`]: () => failure(400, "A session is no longer available.", "validation"),
  });
  expect(await card.findByText(/No past sessions yet/)).toBeTruthy();
  await user.click(card.getByRole("button", { name: 'Move "First Light" down' }));
  await user.click(card.getByRole("button", { name: "Save" }));
  expect(await card.findByText("A session is no longer available.")).toBeTruthy();
});

test("a setting that does not load is asked for again", async () => {
  const answers = [() => failure(500, "Broken"), () => Response.json(UNSET)];
  const { card, user } = await open({ [`GET ${PATH}`]: () => answers.shift()?.() ?? failure(500, "") });
  await card.findByText("Couldn't load the setting");
  await user.click(card.getByRole("button", { name: "Try again" }));
  expect(await card.findByText(/No email goes out\./)).toBeTruthy();
});
