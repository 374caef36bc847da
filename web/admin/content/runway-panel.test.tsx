import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { RunwayPanel } from "./runway-panel.tsx";

test("the panel counts ready mornings and says what each other morning is missing and what it will send", async () => {
  const server = startLibrary();
  const morning = (date: string, gaps: string[], isEmpty = false, fallback: object | null = null) => ({
    date,
    item: null,
    gaps,
    isEmpty,
    fallback,
  });
  const days = [
    morning("2027-05-01", []),
    morning("2027-05-02", ["content"], true),
    morning("2027-05-03", ["draft", "description"], true),
    morning("2027-05-04", ["hidden"], true, { id: "f", date: "2026-01-01", title: "First Light" }),
    morning("2027-05-05", ["medium"]),
  ];
  server.routes["GET /api/content/runway"] = () => Response.json({ days });
  await renderAsAdmin(<RunwayPanel onOpen={() => undefined} />);
  const runway = within(await screen.findByRole("region", { name: "1 of the next 5 mornings is ready" }));
  expect(runway.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Sun, May 2, 2027No session, no email",
    "Mon, May 3, 2027Draft, no description, no email",
    'Tue, May 4, 2027Hidden"First Light" goes out instead',
    "Wed, May 5, 2027No audio or video",
  ]);
  expect(runway.getByText(/^Mornings without a session send no email\. Turn on "May be sent again"/)).toBeTruthy();
});

test("advice on filling empty mornings shows only while one of them sends nothing", async () => {
  const server = startLibrary();
  const fallback = { id: "f", date: "2026-01-01", title: "First Light" };
  const days = [{ date: "2027-05-02", item: null, gaps: ["content"], isEmpty: true, fallback }];
  server.routes["GET /api/content/runway"] = () => Response.json({ days });
  await renderAsAdmin(<RunwayPanel onOpen={() => undefined} />);
  await screen.findByText('"First Light" goes out instead');
  expect(screen.queryByText(/May be sent again/)).toBeNull();
});
