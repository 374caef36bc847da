import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MemberMailList, OtherMail } from "#domain/contract/members.ts";
import { otherEmail } from "#test/answers/emails.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { OtherMails } from "./other-mails.tsx";

const MAILS = "GET /api/admin/members/ana/mails";
const RESEND = "POST /api/admin/members/ana/resend";
const EMAIL = "ana@daybolt.test";

async function open(list: (cursor: string | null) => Response) {
  const server = startServer({
    [MAILS]: ({ path }) => list(new URL(path, "http://x.test").searchParams.get("cursor")),
    [RESEND]: () => Response.json({ message: "It is on its way." }),
  });
  await renderAsAdmin(<OtherMails id="ana" email={EMAIL} />);
  return server;
}

const page = (mails: OtherMail[], next: string | null = null) =>
  Response.json({ mails, next } satisfies MemberMailList);

const rows = () => within(screen.getByRole("region", { name: "Other emails" })).getAllByRole("listitem");

test("earlier mails are asked for one page after the other, as far back as there are any", async () => {
  const failed = otherEmail("old", { state: "failed", canResend: true, toAddress: "old@daybolt.test" });
  const server = await open((cursor) => (cursor ? page([failed]) : page([otherEmail("new")], "5.new")));
  await userEvent.click(await screen.findByRole("button", { name: "Show older" }));
  expect(await screen.findByText(/to old@daybolt.test/)).toBeTruthy();
  expect(rows()).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Resend: / }));
  const question = within(await screen.findByRole("dialog", { name: "Resend this email?" }));
  expect(question.getByText(/^We'll send .* to ana@daybolt\.test, with a new link/)).toBeTruthy();
  expect(server.sentTo(RESEND)).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Resend" }));
  await screen.findByText("It is on its way.");
  expect(server.sentTo(RESEND)).toEqual([{ requestId: expect.any(String), mailId: "old" }]);
});

test("a page that does not come leaves the mails there are, and can be asked for again", async () => {
  let isDown = true;
  await open((cursor) => {
    if (cursor === null) return page([otherEmail("new")], "5.new");
    return isDown ? failure(503, "Down") : page([otherEmail("old")]);
  });
  await userEvent.click(await screen.findByRole("button", { name: "Show older" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Down");
  expect(rows()).toHaveLength(1);
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Show older" }));
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test("without any it says so; what failed can be tried again", async () => {
  let isDown = true;
  await open(() => (isDown ? failure(503, "Down") : page([])));
  expect(await screen.findByText("Couldn't load emails")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: /again/i }));
  expect(await screen.findByText("No other emails yet.")).toBeTruthy();
});
