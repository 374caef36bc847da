import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { emailPreview } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { EmailPreview } from "./preview-email-dialog.tsx";

const SEND = "POST /api/admin/test-email";

async function openPreview(copyTo: string | null) {
  const server = startServer({
    "POST /api/admin/email-preview": () => Response.json(emailPreview("<p>Good morning</p>", { copyTo })),
    [SEND]: () => Response.json({ ok: true }),
  });
  await renderAsAdmin(<EmailPreview item={{ id: "one", date: "2027-08-11" }} onFailed={() => {}} />);
  const frame = await screen.findByTitle("Email for Wednesday, August 11, 2027");
  return { user: userEvent.setup(), server, frame };
}

test("a preview shows the inbox view, optionally at phone width, and can be sent to the operator", async () => {
  const { user, server, frame } = await openPreview("op@daybolt.test");
  for (const text of ["Wake up: Own the morning", "Daybolt <hello@daybolt.test>", "12 min · Audio"]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  const narrow = screen.getByRole("button", { name: "360 px" });
  await user.click(narrow);
  expect([narrow.getAttribute("aria-pressed"), frame.style.maxWidth]).toEqual(["true", "360px"]);
  await user.click(screen.getByRole("button", { name: "Send test email" }));
  expect(await screen.findByText("Test email sent")).toBeTruthy();
  expect(server.sentTo(SEND)).toEqual([{ email: "op@daybolt.test", contentId: "one" }]);
});

test("the test email can go to another address, and a refusal appears at the address field", async () => {
  const { user, server } = await openPreview(null);
  const field = screen.getByLabelText("Your email");
  await user.type(field, "me@daybolt.test");
  server.routes[SEND] = () => failure(503, "Sending is paused.", "unavailable");
  await user.click(screen.getByRole("button", { name: "Send test email" }));
  expect((await screen.findByText("Sending is paused.")).id).toBe(field.getAttribute("aria-describedby"));
  expect(server.sentTo(SEND)).toEqual([{ email: "me@daybolt.test", contentId: "one" }]);
});
