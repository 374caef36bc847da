import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Broadcast, BroadcastList } from "#domain/contract/broadcasts.ts";
import { WAITING_BROADCAST as WAITING } from "#test/answers/broadcasts.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MessagePage } from "./message-page.tsx";

const LIST = "GET /api/admin/broadcasts";
const POST = "POST /api/admin/broadcasts";
const PREVIEW = "POST /api/admin/broadcasts/preview";
const TEST = "POST /api/admin/broadcasts/test";

const TEXTS = { subject: WAITING.subject, body: WAITING.body };
const TO = { kind: "service", audience: "members", segment: {} };

const preview = (recipients: number) =>
  Response.json({
    from: "Daybolt <hello@daybolt.test>",
    subject: WAITING.subject,
    html: "<p>On May 1.</p>",
    copyTo: "op@daybolt.test",
    recipients,
    limited: 0,
  });

async function open(
  list: Partial<BroadcastList> = {},
  routes: Parameters<typeof startServer>[0] = {},
  address?: string,
) {
  const known = { broadcasts: [] as Broadcast[], ...list };
  const server = startServer({ [LIST]: () => Response.json(known), [PREVIEW]: () => preview(1234), ...routes });
  await renderAsAdmin(<MessagePage />, address);
  await screen.findByLabelText("Subject");
  return { server, known, user: userEvent.setup() };
}

async function write(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Subject"), TEXTS.subject);
  await user.type(screen.getByLabelText("Message"), TEXTS.body);
  await user.click(screen.getByRole("button", { name: "Preview" }));
  return within(await screen.findByRole("dialog"));
}

test("a message is previewed, tested, and sent once the recipient count is typed", async () => {
  const { user, server, known } = await open(
    {},
    { [TEST]: () => Response.json({ ok: true }), [POST]: () => Response.json(WAITING) },
  );
  const dialog = await write(user);
  expect(await dialog.findByText("1,234 members")).toBeTruthy();
  expect(dialog.getByTitle(`Email: ${TEXTS.subject}`).getAttribute("srcdoc")).toContain("On May 1.");
  await user.click(dialog.getByRole("button", { name: "Send test email" }));
  expect(await screen.findByText("Test email sent")).toBeTruthy();
  expect(server.sentTo(TEST)).toEqual([{ ...TEXTS, email: "op@daybolt.test" }]);
  await user.type(dialog.getByLabelText("Type 1,234 to send it"), "1243");
  await user.click(dialog.getByRole("button", { name: "Send message" }));
  expect(dialog.getByText("Type 1,234")).toBeTruthy();
  expect(server.sentTo(POST)).toEqual([]);
  await user.clear(dialog.getByLabelText("Type 1,234 to send it"));
  await user.type(dialog.getByLabelText("Type 1,234 to send it"), "1,234");
  known.broadcasts = [WAITING];
  await user.click(dialog.getByRole("button", { name: "Send message" }));
  expect(await screen.findByText("Message confirmed")).toBeTruthy();
  expect(server.sentTo(POST)).toEqual([{ ...TO, ...TEXTS, requestId: expect.any(String), recipients: 1234 }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText("Subject")).toHaveProperty("value", "");
  expect(
    within(screen.getByRole("list", { name: "Being sent" })).getByText(/^Sending to 1,234 members begins /),
  ).toBeTruthy();
});

test("missing input is reported at its field, and a refusal in the dialog, with the new recipient count", async () => {
  let recipients = 2;
  const refusal = "This message would now go to 3 members. Check the number and type it again.";
  const { user, server } = await open(
    {},
    { [PREVIEW]: () => preview(recipients), [POST]: () => failure(409, refusal, "conflict") },
  );
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect([screen.getByText("Enter a subject"), screen.getByText("Enter a message")]).toHaveLength(2);
  const dialog = await write(user);
  await user.type(await dialog.findByLabelText("Type 2 to send it"), "2");
  recipients = 3;
  await user.click(dialog.getByRole("button", { name: "Send message" }));
  expect(await dialog.findByText(refusal)).toBeTruthy();
  expect(await dialog.findByLabelText("Type 3 to send it")).toBeTruthy();
  expect(server.sentTo(POST)).toHaveLength(1);
});

test("a message about an outage goes to the segment in the address, and says who is left out", async () => {
  const limited = () =>
    Response.json({ ...WAITING, from: "x", html: "<p>Hi</p>", copyTo: null, recipients: 3, limited: 2 });
  const { user, server } = await open(
    {},
    { [PREVIEW]: limited, [POST]: () => Response.json(WAITING) },
    "/admin?tab=members&page=message&label=vip&joinedFrom=2026-05-01",
  );
  expect(screen.getByText("label vip · joined from May 1, 2026")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose members" }).getAttribute("href")).toBe(
    "/admin?tab=members&label=vip&joinedFrom=2026-05-01",
  );
  await user.selectOptions(screen.getByLabelText("Kind"), "Outage");
  const dialog = await write(user);
  expect(await dialog.findByText("2 members with a recent message")).toBeTruthy();
  await user.type(dialog.getByLabelText("Type 3 to send it"), "3");
  await user.click(dialog.getByRole("button", { name: "Send message" }));
  await waitFor(() =>
    expect(server.sentTo(POST)).toMatchObject([
      { kind: "outage", segment: { label: "vip", joinedFrom: "2026-05-01" }, recipients: 3 },
    ]),
  );
});

test("a half-written message keeps its segment until another, or everyone, is chosen", async () => {
  const { user } = await open({}, {}, "/admin?tab=members&page=message&label=vip");
  await user.type(screen.getByLabelText("Subject"), "Hello");
  cleanup();
  const { server } = await open({}, {}, "/admin?tab=members&page=message");
  expect(screen.getByText("label vip")).toBeTruthy();
  await write(user);
  await waitFor(() => expect(server.sentTo(PREVIEW)).toMatchObject([{ segment: { label: "vip" } }]));
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Everyone instead" }));
  expect(screen.getByText("All members")).toBeTruthy();
});

test("while a message is being sent, another can be previewed and tested, but sent only about an outage", async () => {
  const { user } = await open({
    broadcasts: [WAITING, { ...WAITING, id: "b", state: "sent", written: 1233, author: "Ada Lovelace" }],
  });
  const past = within(screen.getByRole("region", { name: "Earlier messages" }));
  for (const text of [/Sent: 1,233 emails$/, "Ada Lovelace"]) expect(past.getByText(text)).toBeTruthy();
  const dialog = await write(user);
  expect(await dialog.findByRole("button", { name: "Send test email" })).toBeTruthy();
  expect(dialog.queryByRole("button", { name: "Send message" })).toBeNull();
  expect(dialog.getByText("Another message is still being sent. Wait until it's done, or cancel it.")).toBeTruthy();
  await user.keyboard("{Escape}");
  await user.selectOptions(screen.getByLabelText("Kind"), "outage");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect(await screen.findByRole("button", { name: "Send message" })).toBeTruthy();
});

test("a message that no one would get can't be sent", async () => {
  const { user } = await open({}, { [PREVIEW]: () => preview(0) });
  const dialog = await write(user);
  expect(await dialog.findByText("No one would get this message.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: "Send message" })).toBeNull();
});

test("a message being sent shows its progress, and is cancelled after a confirmation", async () => {
  const path = `DELETE /api/admin/broadcasts/${WAITING.id}`;
  const sending: Broadcast = { ...WAITING, state: "sending", written: 1000 };
  const { user, server, known } = await open({ broadcasts: [sending] }, { [path]: () => Response.json({ ok: true }) });
  expect(screen.getByText("1,000 of 1,234 emails so far")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Emails written" })).toHaveProperty("value", 1000);
  await user.click(screen.getByRole("button", { name: "Cancel message: Prices change" }));
  const question = within(screen.getByRole("dialog"));
  known.broadcasts = [{ ...sending, state: "cancelled" }];
  await user.click(question.getByRole("button", { name: "Cancel message" }));
  expect(await screen.findByText("Message cancelled")).toBeTruthy();
  expect(server.sentTo(path)).toHaveLength(1);
  expect(screen.getByText(/Cancelled after 1,000 emails$/)).toBeTruthy();
});

test("a message list that fails to load can be retried", async () => {
  let list = () => failure(400, "Sorry.", "validation");
  startServer({ [LIST]: () => list() });
  await renderAsAdmin(<MessagePage />);
  const again = await screen.findByRole("button", { name: "Try again" });
  list = () => Response.json({ broadcasts: [] });
  await userEvent.setup().click(again);
  expect(await screen.findByLabelText("Subject")).toBeTruthy();
});
