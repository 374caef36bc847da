import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { DraftBanner } from "./draft-banner.tsx";

const PASSED = { check: "Title", result: "pass", message: "It fits." };
const FAILED = { check: "Media", result: "fail", message: "No audio or video." };

/** Presses Publish on a draft whose checks return this response. */
async function publish(checks: () => Response) {
  const item = contentItem();
  const server = startLibrary(item);
  server.routes[`GET /api/content/${item.id}/preflight`] = checks;
  const put = `PUT /api/content/${item.id}`;
  server.routes[put] = () => Response.json({ ...item, status: "published" });
  await renderAsAdmin(<DraftBanner id={item.id} date={item.date} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  return { user, sent: () => server.sentTo(put) };
}

test("a draft whose checks pass is published right away", async () => {
  const { sent } = await publish(() => Response.json([PASSED]));
  await screen.findByText("Content Updated");
  expect(sent()).toEqual([{ status: "published" }]);
});

test.for<[string, () => Response, string]>([
  ["a check fails", () => Response.json([PASSED, FAILED]), FAILED.message],
  ["the checks do not run", () => failure(500, "Broken"), "The checks couldn't run."],
])("if %s, the banner says so and publishes only on a second click", async ([, checks, words]) => {
  const { user, sent } = await publish(checks);
  await screen.findByText(words);
  expect(screen.queryByText(PASSED.message)).toBeNull();
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Publish anyway" }));
  await waitFor(() => expect(sent()).toEqual([{ status: "published" }]));
});
