import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { QUESTION } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { SetupPasswordPage } from "./setup-password-page.tsx";

const READ = "POST /api/auth/setup-link";
const SET = "POST /api/auth/setup-password";
const LINK = "/setup-password?token=t&email=ana%40x.test";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(read: () => Response | Promise<Response>) {
  showAll();
  standIn("America/Los_Angeles");
  const calls = stubApi({ [READ]: read, [SET]: () => Response.json({ token: "session" }) });
  renderAt(LINK, <SetupPasswordPage />);
  return { calls, sent: () => calls.find(({ path }) => path === "/api/auth/setup-password")?.body };
}

const isShown = () => screen.getByLabelText("Confirm password").closest("[inert]") === null;

async function setPassword(action = "Set password and start") {
  const user = userEvent.setup();
  await waitFor(() => expect(isShown()).toBe(true));
  await user.type(screen.getByLabelText("Password"), "first light");
  await user.type(screen.getByLabelText("Confirm password"), "first light");
  await user.click(screen.getByRole("button", { name: action }));
}

test("a trial member is asked for a wake-up hour, which is sent with the password", async () => {
  const { sent } = open(() => Response.json({ isReset: false, wakeUp: QUESTION }));
  await userEvent.setup().click(await screen.findByRole("radio", { name: "8 AM" }));
  expect(screen.getByRole("status").textContent).toMatch(/^Next email: \w+, 8:00 AM Pacific$/);
  await setPassword();
  await waitFor(() => expect(sent()).toMatchObject({ emailTime: "08:00", timezone: "America/Los_Angeles" }));
});

test.for([
  ["others are asked nothing", () => Response.json({ isReset: false, wakeUp: null })],
  ["a link that isn't read, as offline, asks nothing", () => refusal(503, "unavailable", "Down.")],
] as const)("%s, and the password is set with the browser's time zone", async ([, read]) => {
  const { sent } = open(read);
  await setPassword();
  await waitFor(() =>
    expect(sent()).toEqual({
      token: "t",
      email: "ana@x.test",
      password: "first light",
      timezone: "America/Los_Angeles",
    }),
  );
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a member's podcast apps are ticked to be kept, and those that are unticked aren't", async () => {
  const feeds = ["car", "desk"].map((id) => ({ id, name: `My ${id}` }));
  const { sent } = open(() => Response.json({ isReset: false, wakeUp: null, feeds }));
  const ticks = await screen.findAllByRole<HTMLInputElement>("checkbox", { name: /^Keep My (?:car|desk)$/ });
  expect(ticks.map(({ checked }) => checked)).toEqual([true, true]);
  await userEvent.setup().click(screen.getByRole("checkbox", { name: "Keep My car" }));
  await setPassword();
  await waitFor(() => expect(sent()).toMatchObject({ keepFeeds: "desk" }));
});

test("the form is shown only after its link has been checked", async () => {
  let answer = (_: Response) => {};
  open(() => new Promise((resolve) => (answer = resolve)));
  expect((await screen.findByRole("status")).textContent).toBe("Checking your link...");
  expect(isShown()).toBe(false);
  answer(Response.json({ isReset: false, wakeUp: null }));
  await waitFor(() => expect(isShown()).toBe(true));
  expect(screen.queryByText("Checking your link...")).toBeNull();
});

test("a working link shows the form, and only the check is requested", async () => {
  const { calls } = open(() => Response.json({ isReset: false, wakeUp: null }));
  await screen.findByLabelText("Confirm password");
  await expect
    .poll(() => calls.map(({ path, body }) => [path, body]))
    .toEqual([["/api/auth/setup-link", { token: "t", email: "ana@x.test" }]]);
});

test("a member who resets a password is asked for a new one, and neither welcomed nor told what a membership includes", async () => {
  const { sent } = open(() => Response.json({ isReset: true, wakeUp: null }));
  expect(screen.queryByText(/^Welcome/)).toBeNull();
  await screen.findByRole("heading", { level: 1, name: "Choose a new password" });
  expect([screen.queryByText(/^Welcome/), screen.queryByText("Your membership includes")]).toEqual([null, null]);
  expect(screen.queryByText(/agree to the/)).toBeNull();
  await setPassword("Save and log in");
  await waitFor(() => expect(sent()).toMatchObject({ password: "first light" }));
});

test("a member who sets a first password is welcomed and told what a membership includes", async () => {
  open(() => Response.json({ isReset: false, wakeUp: null }));
  await screen.findByRole("heading", { level: 1, name: "Welcome to Daybolt" });
  screen.getByRole("heading", { name: "Your membership includes" });
});

test("an expired link says so before anything is typed, and offers a new one", async () => {
  open(() => refusal(410, "gone", "This link has expired. Request a new one."));
  expect((await screen.findByRole("alert")).textContent).toContain("This link has expired.");
  expect(screen.queryByLabelText("Confirm password")).toBeNull();
  await screen.findByRole("button", { name: "Email me a new link" });
});

test("an invalid link says so before anything is typed", async () => {
  open(() => refusal(400, "validation", "Invalid setup link."));
  expect((await screen.findByRole("alert")).textContent).toContain("Invalid setup link.");
  expect(screen.queryByLabelText("Confirm password")).toBeNull();
  expect((await screen.findByRole("link", { name: "Request a new link" })).getAttribute("href")).toBe(
    "/reset-password",
  );
});

test("if the link check fails, the form stays", async () => {
  const { calls } = open(lostConnection);
  await expect.poll(() => calls.length).toBe(1);
  await waitFor(() => expect(isShown()).toBe(true));
  expect(screen.queryByRole("alert")).toBeNull();
});
