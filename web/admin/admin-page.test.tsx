import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { contentItem, emailPreview } from "#test/answers/content.ts";
import { STATS } from "#test/answers/overview.ts";
import {
  failure,
  PASSWORD,
  renderAsAdmin,
  renderPage,
  startLibrary,
  startServer,
  watchMember,
} from "#test/web/admin.tsx";
import { asPhone, asWide } from "#test/web/viewport.ts";
import { adminApi } from "../lib/admin-session.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { signOut } from "../lib/sign-out.ts";
import { AdminPage } from "./admin-page.tsx";

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const admin = (
  <>
    <AdminPage />
    <Address />
  </>
);

async function logIn(password: string) {
  const user = userEvent.setup();
  const field = await screen.findByLabelText("Password");
  await user.clear(field);
  await user.type(field, password);
  await user.click(screen.getByRole("button", { name: "Login" }));
}

/** Opens a day beside the calendar, where the page's own buttons stay in reach. The month asks for the calendar, whatever view was last. */
async function openBeside(date: string) {
  asWide();
  await renderAsAdmin(admin, `/admin?tab=content&month=${date.slice(0, 7)}&day=${date}`);
}

test("a wrong password, a server error, and too many attempts each have their own message", async () => {
  const server = startServer({});
  renderPage(admin);
  await userEvent.setup().click(screen.getByRole("button", { name: "Login" }));
  expect(screen.getByText("Password is required")).toBeTruthy();
  expect(server.calls).toEqual([]);
  await logIn("wrong");
  await screen.findByText("Invalid admin password");
  for (const [answer, text] of [
    [() => failure(429, "Too many attempts. Try again in 9 minutes.", "rate_limited"), /in 9 minutes/],
    [() => failure(500, "Something went wrong"), "Authentication failed"],
    [() => Promise.reject(new TypeError("Failed to fetch")), "Authentication failed"],
  ] as const) {
    vi.stubGlobal("fetch", async () => answer());
    await logIn("wrong");
    await screen.findByText(text);
  }
});

test("the second-factor code is requested only when the server requires one", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path !== "/api/admin/verify") return failure(500, "Not here");
    const { totp } = JSON.parse(String(init.body));
    sent.push(totp);
    if (totp === undefined) return failure(401, "Enter the code", "totp_required");
    return totp === "222222" ? Response.json({ ok: true }) : failure(401, "That code is wrong", "totp_required");
  });
  renderPage(admin);
  expect(screen.queryByLabelText("Code")).toBeNull();
  await logIn(PASSWORD);
  const code = await screen.findByLabelText("Code");
  expect(document.activeElement).toBe(code);
  expect(screen.queryByRole("alert")).toBeNull();
  const user = userEvent.setup();
  await user.type(code, "111111{Enter}");
  await screen.findByText("That code is wrong");
  expect(code).toHaveProperty("value", "");
  // The error is at the field, which can be typed into right away.
  expect(code.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(code);
  await user.type(code, "222222{Enter}");
  await screen.findByRole("tab", { name: "Overview" });
  expect(sent).toEqual([undefined, "111111", "222222"]);
});

test("the Turnstile check appears when the server requires it, and its token is auto-submitted only once", async () => {
  const present = { siteKey: "site-1", scriptUrl: "https://challenges.example/api.js", action: "admin" };
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path !== "/api/admin/verify") return failure(500, "Not here");
    const headers = new Headers(init.headers);
    sent.push(headers.get("x-turnstile-token"));
    expect(headers.get("x-admin-password")).toBe(PASSWORD);
    if (sent.at(-1) === "token 3") return Response.json({ ok: true });
    const body = { error: "Please show that you are a person.", code: "challenge_required", requestId: "r", present };
    return Response.json(body, { status: 403 });
  });
  let passed = 0;
  const render = (_: HTMLElement, { callback }: { callback: (token: string) => void }) => {
    const pass = () => {
      passed += 1;
      callback(`token ${passed}`);
    };
    setTimeout(pass, 0);
    return "widget";
  };
  window.turnstile = { render, remove: () => {} };
  // The simulated browser would refuse to load it.
  const append = vi.spyOn(document.head, "append").mockImplementation(() => undefined);
  renderPage(admin);
  await logIn(PASSWORD);
  await screen.findByText("Please show that you are a person.");
  await waitFor(() => expect(append).toHaveBeenCalled());
  const script = append.mock.calls[0]?.[0] as HTMLScriptElement;
  expect(script.src).toBe(present.scriptUrl);
  append.mockRestore();
  script.dispatchEvent(new Event("load"));
  for (const tokens of [2, 3]) {
    await waitFor(() => expect(passed).toBe(tokens));
    await userEvent.click(screen.getByRole("button", { name: "Login" }));
  }
  await screen.findByRole("tab", { name: "Overview" });
  expect(sent).toEqual([null, "token 1", "token 2", "token 3"]);
  delete window.turnstile;
});

test("the right password opens the tab named in the URL, and the URL follows the open tab", async () => {
  startServer({
    "GET /api/admin/stats": () => Response.json(STATS),
    "GET /api/admin/trial-users": () => Response.json([]),
  });
  renderPage(admin, "/admin?tab=trials");
  await logIn(PASSWORD);
  await screen.findByText("No trial users found");
  await userEvent.setup().click(screen.getByRole("tab", { name: "Overview" }));
  await screen.findByText("Total Users");
  expect(screen.getByText("/admin?tab=overview")).toBeTruthy();
});

test("the panel has focus after login; / opens member search, but types a slash in a field", async () => {
  startServer({
    "GET /api/admin/trial-users": () => Response.json([]),
    "GET /api/admin/members": () => Response.json({ members: [], next: null, labels: [] }),
  });
  renderPage(admin, "/admin?tab=trials");
  await logIn(PASSWORD);
  const name = await screen.findByLabelText("Name");
  expect(document.activeElement).toBe(screen.getByRole("tabpanel", { name: "Free Trials" }));
  const user = userEvent.setup();
  await user.type(name, "A/B");
  expect(name).toHaveProperty("value", "A/B");
  await user.click(screen.getByText("How free trials work"));
  await user.keyboard("/");
  const search = await screen.findByLabelText("Search by email or name");
  await waitFor(() => expect(document.activeElement).toBe(search));
  expect(search).toHaveProperty("value", "");
  await user.click(screen.getByRole("tab", { name: "Members" }));
  await user.keyboard("/");
  expect(document.activeElement).toBe(search);
});

test("arrow keys move between tabs: down a rail, or along a row on a phone", async () => {
  for (const [key, phone] of [
    ["{ArrowDown}", false],
    ["{ArrowRight}", true],
  ] as const) {
    if (phone) asPhone();
    startServer({});
    await renderAsAdmin(admin);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("tab", { name: "Overview" }));
    expect(screen.getByRole("button", { name: "Search members" })).toBeTruthy();
    await user.keyboard(key);
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Content" }));
    cleanup();
  }
});

test("if the password stops working, the login opens over the page, which keeps its state", async () => {
  const item = contentItem({ date: "2027-08-09" });
  const server = startLibrary(item);
  server.routes["GET /api/admin/trial-users"] = () => Response.json([]);
  const onMemberRefused = watchMember();
  storeAuthToken("of a member beside");
  const user = userEvent.setup();
  await openBeside("2027-08-09");
  const title = await screen.findByDisplayValue(item.title);
  server.changePassword("rotated");
  await user.type(title, ", edited");
  await user.tab();

  const login = within(await screen.findByRole("alertdialog", { name: "Admin" }));
  login.getByText("Your login no longer works. Log in again. Your unsaved changes are kept.");
  expect(login.queryByRole("button", { name: "Close" })).toBeNull();
  await user.keyboard("{Escape}");
  const withOld = () => server.calls.filter(({ password }) => password === PASSWORD).length;
  const before = withOld();
  await logIn("rotated");
  await waitFor(() => expect(item.title).toBe("Own the morning, edited"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByDisplayValue("Own the morning, edited")).toBe(title);
  expect(withOld()).toBe(before);
  expect(onMemberRefused).not.toHaveBeenCalled();
});

test("a form rejected for an old password keeps its text, and failed reads are retried after logging in", async () => {
  const server = startServer({ "GET /api/admin/trial-users": () => Response.json([]) });
  await renderAsAdmin(admin, "/admin?tab=trials");
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Name"), "Ana");
  await user.type(screen.getByLabelText("Email Address"), "ana@daybolt.test");
  server.changePassword("rotated");
  await user.click(screen.getByRole("button", { name: "Send Trial Invite" }));
  await screen.findByRole("alertdialog", { name: "Admin" });
  const reads = server.sentTo("GET /api/admin/trial-users?limit=25").length;
  await logIn("rotated");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "Ana");
  await waitFor(() => expect(server.sentTo("GET /api/admin/trial-users?limit=25").length).toBeGreaterThan(reads));
});

test("logging out saves open edits and forgets the password", async () => {
  const item = contentItem({ date: "2027-08-10" });
  const server = startLibrary(item);
  const user = userEvent.setup();
  await openBeside("2027-08-10");
  await user.type(await screen.findByDisplayValue(item.title), "!");
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByRole("button", { name: "Login" })).toBeTruthy();
  expect(screen.queryByRole("tab")).toBeNull();
  expect(item.title).toBe("Own the morning!");
  const calls = server.calls.length;
  await expect(adminApi.admin.stats.$get()).rejects.toThrow("Log in as administrator");
  expect(server.calls).toHaveLength(calls);
});

test("logging out asks about edits it can't save, and a 401 that arrives later isn't reported", async () => {
  const item = contentItem({ date: "2027-08-12" });
  const server = startLibrary(item);
  let refuse = (_answer: Response) => {};
  server.routes[`PUT /api/content/${item.id}`] = () => new Promise((resolve) => (refuse = resolve));
  const user = userEvent.setup();
  await openBeside("2027-08-12");
  await user.type(await screen.findByDisplayValue(item.title), "!");
  await user.click(screen.getByRole("button", { name: "Logout" }));
  const question = await screen.findByRole("dialog", { name: "Log out without saving?" });
  within(question).getByText("Session for Thursday, August 12, 2027");
  await user.click(within(question).getByRole("button", { name: "Logout" }));
  await screen.findByRole("button", { name: "Login" });
  refuse(failure(401, "Wrong admin password", "unauthorized"));
  await waitFor(() => expect(sessionStorage.length).toBe(0));
  expect(screen.queryByText(/no longer works|aren't saved/)).toBeNull();
});

async function typeName(): Promise<void> {
  startServer({ "GET /api/admin/trial-users": () => Response.json([]) });
  await renderAsAdmin(admin, "/admin?tab=trials");
  await userEvent.setup().type(await screen.findByLabelText("Name"), "Ana");
}

test("logging out asks before losing a half-written form: Cancel keeps it, Logout clears all typed text", async () => {
  await typeName();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Logout" }));
  within(await screen.findByRole("dialog")).getByText("Free trial");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "Ana");
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Logout" }));
  await logIn(PASSWORD);
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "");
  expect(sessionStorage.length).toBe(0);
});

test("a member's logout also logs out the administrator, but keeps their half-written session text", async () => {
  startLibrary();
  await renderAsAdmin(admin, "/admin?tab=content&day=2027-08-13");
  const form = within(await screen.findByRole("form", { name: "Create New Content" }));
  await userEvent.setup().type(form.getByLabelText("Title"), "Half a day");
  cleanup();
  signOut();
  renderPage(admin, "/admin?tab=content&day=2027-08-13");
  expect(screen.queryByText(/no longer works/)).toBeNull();
  await logIn(PASSWORD);
  expect(await screen.findByDisplayValue("Half a day")).toBeTruthy();
});

test("an email preview is requested once per opening, and a failure closes it with an error message", async () => {
  const item = contentItem({ date: "2027-08-11" });
  const server = startLibrary(item);
  const preview = "POST /api/admin/email-preview";
  server.routes[preview] = () => Response.json(emailPreview("<p>Good morning</p>"));
  await renderAsAdmin(admin, "/admin?tab=content&view=list");
  const user = userEvent.setup();
  const open = await screen.findByRole("button", { name: "Preview Email for Wednesday, August 11, 2027" });
  await user.click(open);
  expect((await screen.findByTitle("Email for Wednesday, August 11, 2027")).getAttribute("srcdoc")).toBe(
    "<p>Good morning</p>",
  );
  await user.keyboard("{Escape}");
  expect(server.sentTo(preview)).toEqual([{ contentId: item.id }]);
  for (const [answer, text] of [
    [() => failure(500, "Something went wrong"), "Failed to generate email preview"],
    [() => Promise.reject(new TypeError("Failed to fetch")), "Failed to preview email"],
  ] as const) {
    server.routes[preview] = answer;
    await user.click(open);
    await screen.findByText(text);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});
