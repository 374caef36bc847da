import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { DeletedContent } from "./deleted-content.tsx";

const LIST = "GET /api/content/deleted";

test("deleted sessions that fail to load say so and can be retried, and an empty list shows nothing", async () => {
  const answers = [() => failure(503, "Later")];
  const server = startServer({ [LIST]: () => answers.shift()?.() ?? Response.json([]) });
  await renderAsAdmin(<DeletedContent onOpen={() => {}} />);
  expect(await screen.findByText("Couldn't load deleted sessions")).toBeTruthy();
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Deleted sessions" })).toBeNull());
  expect(server.sentTo(LIST).length).toBeGreaterThan(1);
});
