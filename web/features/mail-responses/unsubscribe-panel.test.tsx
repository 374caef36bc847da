import { waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { STOP_UNDONE, STOPPED } from "#test/answers/by-mail.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, proxyPage, refusal, stubApi } from "#test/web/stub-api.ts";
import { UnsubscribePanel } from "./unsubscribe-panel.tsx";

const LINK = { member: "m-1", key: "k-1" };
const CHECK = "POST /api/unsubscribe/check";
const STOP = "POST /api/unsubscribe";
const UNDO = "POST /api/unsubscribe/undo";

function open(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ [CHECK]: () => Response.json({ emailEnabled: true }), ...answers });
  const screen = renderAt("/unsubscribe?member=m-1&key=k-1", <UnsubscribePanel link={LINK} />);
  const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
  return { ...screen, calls, click };
}

test("opening the page only checks the link, then asks", async () => {
  const { getByRole, calls } = open({});
  expect(getByRole("heading").textContent).toBe("Turn off your wake-up emails?");
  await waitFor(() => expect(calls).toEqual([expect.objectContaining({ path: "/api/unsubscribe/check", body: LINK })]));
});

test("emails that are already off are shown as off, without a question", async () => {
  const { findByRole, queryByRole } = open({ [CHECK]: () => Response.json({ emailEnabled: false }) });
  await findByRole("heading", { name: "Your wake-up emails are already off" });
  expect(queryByRole("button")).toBeNull();
  expect((await findByRole("link", { name: "My Account" })).getAttribute("href")).toBe("/profile");
});

test("an invalid link says so before anything is pressed", async () => {
  const { findByRole, queryByRole } = open({
    [CHECK]: () => refusal(400, "validation", "This link doesn't work. Use the link in your latest email."),
  });
  await findByRole("heading", { name: "This unsubscribe link doesn't work" });
  expect(queryByRole("button")).toBeNull();
});

test("if the link check fails, the page still asks whether to turn emails off", async () => {
  const { findByRole, calls } = open({ [CHECK]: lostConnection });
  await waitFor(() => expect(calls).toHaveLength(1));
  await findByRole("button", { name: "Turn off wake-up emails" });
});

test("a member's own click can be undone with the undo key from its response", async () => {
  const { click, findByRole, queryByRole, calls } = open({
    [STOP]: () => Response.json(STOPPED),
    [UNDO]: () => Response.json(STOP_UNDONE),
  });
  await click("Turn off wake-up emails");
  await findByRole("heading", { name: "Your wake-up emails are off" });
  await click(/^Undo/);
  await findByRole("heading", { name: "Your wake-up emails are back on" });
  expect(calls.map(({ body }) => body)).toEqual([LINK, LINK, { ...LINK, undo: STOPPED.undo }]);
  expect(queryByRole("button")).toBeNull();
});

test("emails that were already stopped can only be turned back on in My Account", async () => {
  const { click, findByRole, queryByRole } = open({ [STOP]: () => Response.json({ emailEnabled: false }) });
  await click("Turn off wake-up emails");
  await findByRole("heading", { name: "Your wake-up emails are off" });
  expect(queryByRole("button")).toBeNull();
  expect((await findByRole("link", { name: "My Account" })).getAttribute("href")).toBe("/profile");
});

test("an undo that comes too late says so and isn't offered again", async () => {
  const { click, findByRole, queryByRole } = open({
    [STOP]: () => Response.json(STOPPED),
    [UNDO]: () => refusal(410, "gone", "This can't be undone here anymore."),
  });
  await click("Turn off wake-up emails");
  await click(/^Undo/);
  expect((await findByRole("alert")).textContent).toBe("This can't be undone here anymore.");
  expect(queryByRole("button")).toBeNull();
  expect(await findByRole("heading", { name: "Your wake-up emails are off" })).toBeDefined();
});

test("a link that's refused only when the button is pressed is reported as not working", async () => {
  const { click, findByRole } = open({
    [STOP]: () => refusal(400, "validation", "This link doesn't work. Use the link in your latest email."),
  });
  await click("Turn off wake-up emails");
  await findByRole("heading", { name: "This unsubscribe link doesn't work" });
});

test.for([
  [lostConnection, "We couldn't turn off your emails. Please try again."],
  [proxyPage, "We couldn't turn off your emails"],
  [() => refusal(429, "rate_limited", "Too many attempts."), "Too many attempts."],
] as const)("after a failure, turning off emails can be retried, case %#", async ([failure, text]) => {
  let answer: () => Response = failure;
  const { click, findByRole } = open({ [STOP]: () => answer() });
  await click("Turn off wake-up emails");
  expect((await findByRole("alert")).textContent).toBe(text);
  answer = () => Response.json(STOPPED);
  await click("Turn off wake-up emails");
  await findByRole("heading", { name: "Your wake-up emails are off" });
});
