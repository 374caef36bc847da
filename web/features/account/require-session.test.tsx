import { waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import type { SessionUser } from "#domain/contract/account.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, proxyPage, refusal, stubApi } from "#test/web/stub-api.ts";
import { readAuthToken, storeAuthToken } from "../../lib/auth-token.ts";
import { keepProgress } from "../../lib/pending-progress.ts";
import { onSignOut } from "../../lib/sign-out.ts";
import { MemberNav } from "./member-nav.tsx";
import { RequireSession } from "./require-session.tsx";
import { CHECKING } from "./session.query.ts";

const USER = sessionUser({ id: "m-1", email: "ana@daybolt.test" });
const signedIn = () => Response.json({ user: USER });
const guarded = (children: (user: SessionUser) => ReactNode) => (
  <Routes>
    <Route path="/content/:id" element={<RequireSession frame={<p>{CHECKING}</p>}>{children}</RequireSession>} />
    <Route path="/login" element={null} />
  </Routes>
);
const page = guarded((user) => <p>Hello {user.email}</p>);
const DEEP_LINK = "/content/2026-11-20?rolodex=2";

beforeEach(() => storeAuthToken("t-1"));

test("a member sees the page only after the server accepts the token", async () => {
  const calls = stubApi({ "GET /api/auth/verify": signedIn });
  const { getByText, queryByText, findByText } = renderAt(DEEP_LINK, page);
  expect(getByText("Checking authentication...")).toBeDefined();
  expect(queryByText(/Hello/)).toBeNull();
  await findByText("Hello ana@daybolt.test");
  expect(calls.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer t-1"]);
});

test("progress left unsent is sent before the page reads anything", async () => {
  keepProgress({ memberId: USER.id, id: "2026-11-19" }, { audioProgress: 40 }, "audio");
  const calls = stubApi({
    "GET /api/auth/verify": signedIn,
    "POST /api/progress/2026-11-19": () => Response.json({}),
  });
  const { findByText } = renderAt(DEEP_LINK, page);
  await findByText("Hello ana@daybolt.test");
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ["/api/auth/verify", null],
    ["/api/progress/2026-11-19", { audioProgress: 40 }],
  ]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith("pending:"))).toEqual([]);
});

test("a visitor without a token goes to /login with a return path, and no request is made", async () => {
  localStorage.clear();
  const calls = stubApi({});
  const { address, state } = renderAt(`${DEEP_LINK}#audio`, page);
  await waitFor(() => expect(address()).toBe("/login"));
  expect(state()).toEqual({ returnTo: `${DEEP_LINK}#audio` });
  expect(calls).toEqual([]);
});

test("a token that the server refuses is dropped, and logging in returns to the page", async () => {
  stubApi({ "GET /api/auth/verify": () => refusal(401, "unauthorized", "Log in to continue.") });
  const { address, state } = renderAt(DEEP_LINK, page);
  await waitFor(() => expect(address()).toBe("/login"));
  expect(state()).toEqual({ returnTo: DEEP_LINK });
  expect(readAuthToken()).toBeNull();
});

test.for([
  ["without a connection", lostConnection, "We couldn't reach the server."],
  ["behind a proxy's page", proxyPage, "502: Bad Gateway"],
] as const)("%s, the token stays, our own message is shown, and a retry works", async ([, failure, message]) => {
  let answer: () => Response = failure;
  stubApi({ "GET /api/auth/verify": () => answer() });
  const { findByRole, findByText, address } = renderAt(DEEP_LINK, page);
  const alert = await findByRole("alert");
  expect(alert.textContent).toContain(message);
  expect(alert.textContent).not.toMatch(/Failed to fetch|proxy|</);
  expect([readAuthToken(), address()]).toEqual(["t-1", DEEP_LINK]);
  expect(await findByRole("button", { name: "Logout" })).toBeDefined();
  answer = signedIn;
  await userEvent.click(await findByRole("button", { name: "Try again" }));
  await findByText("Hello ana@daybolt.test");
});

test.for([
  ["answered", () => Response.json({ ok: true })],
  ["without a connection", lostConnection],
] as const)("a logout (%s) clears everything and leads to /login without a return path", async ([, answer]) => {
  const calls = stubApi({ "GET /api/auth/verify": signedIn, "POST /api/auth/logout": answer });
  localStorage.setItem("volume", "0.4");
  let forgotten = 0;
  const takeBack = onSignOut(() => {
    forgotten += 1;
  });
  const nav = guarded(() => <MemberNav />);
  const { findByRole, address, state, queryClient } = renderAt(DEEP_LINK, nav);
  await userEvent.click(await findByRole("button", { name: "Logout" }));
  await waitFor(() => expect(address()).toBe("/login"));
  takeBack();
  expect(state()).toBeNull();
  expect([localStorage.length, readAuthToken(), forgotten]).toEqual([0, null, 1]);
  expect(queryClient.getQueriesData({}).filter(([, data]) => data !== null && data !== undefined)).toEqual([]);
  const logout = calls.find(({ path }) => path === "/api/auth/logout");
  expect(logout?.headers.get("authorization")).toBe("Bearer t-1");
});

test("a member whose session can't be checked can still log out", async () => {
  stubApi({ "GET /api/auth/verify": lostConnection, "POST /api/auth/logout": lostConnection });
  const { findByRole, address } = renderAt(DEEP_LINK, page);
  await userEvent.click(await findByRole("button", { name: "Logout" }));
  await waitFor(() => expect(address()).toBe("/login"));
  expect(readAuthToken()).toBeNull();
});
