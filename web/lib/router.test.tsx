import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, Suspense } from "react";
import { expect, test } from "vitest";
import { Link, Redirect, Route, Switch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { renderAt } from "#test/web/render.tsx";
import { useSearchParams, useVisit } from "./router.tsx";

function Where() {
  const { beganBy, id, hash } = useVisit();
  return (
    <p role="note">
      {beganBy}
      {hash} {id}
    </p>
  );
}

test("a visit knows its address and how it began", async () => {
  const { address, state } = renderAt("/profile", <Where />);
  const note = () => screen.getByRole("note").textContent;
  expect(note()).toBe("pop 0");
  act(() => navigate("/dashboard?month=8#dial", { state: { of: "ours" } }));
  expect([address(), state(), note()]).toEqual(["/dashboard?month=8", { of: "ours" }, "push#dial 1"]);
  act(() => navigate("/dashboard?month=9", { replace: true }));
  expect([address(), state(), note()]).toEqual(["/dashboard?month=9", null, "replace 2"]);
  act(() => window.history.back());
  await waitFor(() => expect([address(), note()]).toEqual(["/profile", "pop 3"]));
});

test("a link to the address one is at makes no second entry, any other makes one", async () => {
  renderAt(
    "/dashboard?month=8",
    <>
      <Link to="/dashboard?month=8">Here</Link>
      <Link to="/dashboard">There</Link>
      <Where />
    </>,
  );
  const entries = window.history.length;
  await userEvent.click(screen.getByRole("link", { name: "Here" }));
  expect([window.history.length - entries, screen.getByRole("note").textContent]).toEqual([0, "replace 1"]);
  await userEvent.click(screen.getByRole("link", { name: "There" }));
  expect([window.history.length - entries, screen.getByRole("note").textContent]).toEqual([1, "push 2"]);
});

test("a redirect of the first rendering is followed", () => {
  const { address } = renderAt("/login", <Redirect to="/dashboard" replace />);
  expect(address()).toBe("/dashboard");
});

test("a page stays on screen while the code of the next one is on its way", async () => {
  let arrive: (module: { default: () => string }) => void = () => undefined;
  const Next = lazy(() => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)));
  const { address } = renderAt(
    "/dashboard",
    <Suspense fallback="Loading...">
      <Switch>
        <Route path="/dashboard">
          <Link to="/profile">Go on</Link>
        </Route>
        <Route component={Next} />
      </Switch>
    </Suspense>,
  );
  await userEvent.click(screen.getByRole("link", { name: "Go on" }));
  expect([window.location.pathname, address()]).toEqual(["/profile", "/dashboard"]);
  expect(screen.getByRole("link", { name: "Go on" })).toBeDefined();
  expect(screen.queryByText("Loading...")).toBeNull();
  arrive({ default: () => "Arrived" });
  await screen.findByText("Arrived");
  expect(address()).toBe("/profile");
});

function Email() {
  const [params, setParams] = useSearchParams();
  return (
    <button type="button" onClick={() => setParams({ email: "b@daybolt.test" })}>
      {params.get("email")}
    </button>
  );
}

test("the query is decoded once, and another one takes its place", async () => {
  const { address, getByRole } = renderAt("/setup-password?email=100%2541%40daybolt.test", <Email />);
  expect(getByRole("button").textContent).toBe("100%41@daybolt.test");
  await userEvent.click(getByRole("button"));
  expect([address(), getByRole("button").textContent]).toEqual([
    "/setup-password?email=b%40daybolt.test",
    "b@daybolt.test",
  ]);
});

test("a page that is being left changes nothing in the address of the next one", async () => {
  const never = lazy(() => new Promise<never>(() => undefined));
  renderAt(
    "/dashboard",
    <Suspense>
      <Switch>
        <Route path="/dashboard" component={Email} />
        <Route component={never} />
      </Switch>
    </Suspense>,
  );
  act(() => navigate("/profile"));
  await userEvent.click(screen.getByRole("button"));
  expect(window.location.href).toMatch(/\/profile$/);
});
