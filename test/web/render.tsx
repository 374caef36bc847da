import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach } from "vitest";
import { createQueryClient } from "../../web/lib/query-client.ts";
import { AppRouter, useVisit } from "../../web/lib/router.tsx";

// Testing Library cleans up by itself only where the runner's functions are globals.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

type At = string | { pathname: string; state?: unknown };

/** Renders under the app's providers at an address; `address()` and `state()` say where the router stands. */
export function renderAt(at: At, ui: ReactNode, queryClient: QueryClient = createQueryClient()) {
  const { pathname, state = null } = typeof at === "string" ? { pathname: at } : at;
  window.history.replaceState(state, "", pathname);
  const screen = render(
    <QueryClientProvider client={queryClient}>
      <AppRouter>
        {ui}
        <Address />
      </AppRouter>
    </QueryClientProvider>,
  );
  const { dataset } = screen.getByTestId("address");
  return {
    ...screen,
    queryClient,
    address: () => dataset.address,
    state: (): unknown => JSON.parse(dataset.state ?? "null"),
  };
}

function Address() {
  const { pathname, search, state } = useVisit();
  return <span hidden data-testid="address" data-address={`${pathname}${search}`} data-state={JSON.stringify(state)} />;
}
