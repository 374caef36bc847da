import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { INVITATION_CONSENT } from "#domain/rules/consent.ts";
import { QUESTION } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { InvitationPage } from "./invitation-page.tsx";

const PATH = "/api/auth/setup-password";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open({
  read = () => Response.json({ isReset: false, wakeUp: QUESTION }),
  link = "?token=t&email=ana%40x.test",
} = {}) {
  showAll();
  standIn("America/Los_Angeles");
  const calls = stubApi({
    "POST /api/auth/setup-link": read,
    [`POST ${PATH}`]: () => Response.json({ token: "session" }),
  });
  renderAt(`/invitation${link}`, <InvitationPage />);
  return { user: userEvent.setup(), sent: () => calls.filter(({ path }) => path === PATH).map(({ body }) => body) };
}

test("accepting an invitation requires the checked box, and sends password, hour, and zone together", async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole("radio", { name: "8 AM" }));
  await user.type(screen.getByLabelText("Password"), "first light");
  await user.type(screen.getByLabelText("Confirm password"), "first light");
  const accept = screen.getByRole("button", { name: "Accept invitation" });
  await user.click(accept);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: /^I am 18 or older/ });
  expect(box.labels?.[0]?.textContent).toBe(INVITATION_CONSENT.text);
  expect((await screen.findByRole("alert")).textContent).toBe("Check the box to continue.");
  expect(document.activeElement).toBe(box);
  expect(sent()).toEqual([]);
  await user.click(box);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await user.click(accept);
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        token: "t",
        email: "ana@x.test",
        password: "first light",
        consent: true,
        emailTime: "08:00",
        timezone: "America/Los_Angeles",
      },
    ]),
  );
});

test("the invitation links the legal texts, but no refund policy, because nothing is sold", async () => {
  open();
  await screen.findByRole("heading", { level: 1, name: "Your membership is now at Daybolt" });
  screen.getByRole("link", { name: "Terms of Service" });
  screen.getByRole("link", { name: /^Member Agreement \(version \d+\)$/ });
});

test("a used or expired link offers to send another invitation", async () => {
  open({ read: () => refusal(410, "gone", "This link has expired. Request a new one.") });
  await screen.findByRole("heading", { level: 1, name: "Accept your invitation" });
  await screen.findByRole("button", { name: "Email me a new link" });
});

test("an incomplete link says where to find the whole one", async () => {
  open({ link: "" });
  expect((await screen.findByRole("alert")).textContent).toContain("This invitation link is incomplete.");
  expect(screen.queryByLabelText("Password")).toBeNull();
});
