import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { MemberMailList, OtherMail } from "#domain/contract/members.ts";
import { otherEmail } from "#test/answers/emails.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { OtherMails } from "./other-mails.tsx";

const MAILS = "GET /api/admin/members/ana/mails";
const EMAIL = "ana@daybolt.test";

async function open(list: (cursor: string | null) => Response) {
  const onSendAgain = vi.fn();
  const server = startServer({
    [MAILS]: ({ path }) => list(new URL(path, "http://x.test").searchParams.get("cursor")),
  });
  await renderAsAdmin(<OtherMails id="ana" email={EMAIL} onSendAgain={onSendAgain} />);
  return { server, onSendAgain };
}

const page = (mails: OtherMail[], next: string | null = null) =>
  Response.json({ mails, next } satisfies MemberMailList);

test("earlier mails are asked for one page after the other, as far back as there are any", async () => {
  const failed = otherEmail("old", { state: "failed", canResend: true, toAddress: "old@daybolt.test" });
  const { onSendAgain } = await open((cursor) => (cursor ? page([failed]) : page([otherEmail("new")], "5.new")));
  await userEvent.click(await screen.findByRole("button", { name: "Show earlier mails" }));
  expect(await screen.findByText(/to old@daybolt.test/)).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Show earlier mails" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(onSendAgain).toHaveBeenCalledWith(failed);
});

test("a page that does not come leaves the mails there are, and can be asked for again", async () => {
  let isDown = true;
  await open((cursor) => {
    if (cursor === null) return page([otherEmail("new")], "5.new");
    return isDown ? failure(503, "Down") : page([otherEmail("old")]);
  });
  await userEvent.click(await screen.findByRole("button", { name: "Show earlier mails" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Down");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Show earlier mails" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
});

test("without any it says so; what failed can be tried again", async () => {
  let isDown = true;
  await open(() => (isDown ? failure(503, "Down") : page([])));
  expect(await screen.findByText("Failed to fetch the mails")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: /again/i }));
  expect(await screen.findByText("None yet.")).toBeTruthy();
});
