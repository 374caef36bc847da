import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, Suspense } from "react";
import { Route, Routes, useSearchParams } from "react-router";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { useReplaceParams } from "./use-replace-params.ts";

function Email() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  return (
    <button type="button" onClick={() => replaceParams({ email: "b@daybolt.test" })}>
      {params.get("email")}
    </button>
  );
}

test("the query is decoded once, and a new query replaces it in the same history entry", async () => {
  const { address, getByRole } = renderAt("/setup-password?email=100%2541%40daybolt.test", <Email />);
  const entries = window.history.length;
  expect(getByRole("button").textContent).toBe("100%41@daybolt.test");
  await userEvent.click(getByRole("button"));
  expect([address(), getByRole("button").textContent]).toEqual([
    "/setup-password?email=b%40daybolt.test",
    "b@daybolt.test",
  ]);
  expect(window.history.length).toBe(entries);
});

test("a page being left doesn't change the next page's URL", async () => {
  let arrive: (module: { default: () => string }) => void = () => undefined;
  const Next = lazy(() => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)));
  const { navigate, address } = renderAt(
    "/dashboard",
    <Suspense>
      <Routes>
        <Route path="/dashboard" element={<Email />} />
        <Route path="/profile" element={<Next />} />
      </Routes>
    </Suspense>,
  );
  await navigate("/profile?receipt=1");
  await userEvent.click(screen.getByRole("button"));
  expect(window.location.pathname + window.location.search).toBe("/profile?receipt=1");
  await act(async () => arrive({ default: () => "Arrived" }));
  await screen.findByText("Arrived");
  await waitFor(() => expect(address()).toBe("/profile?receipt=1"));
});
