import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { BrowserRouter, type NavigateFunction, useLocation, useNavigate } from "react-router";
import { createQueryClient } from "../../web/lib/query-client.ts";

type At = string | { pathname: string; state?: unknown };

/**
 * Renders under the app's providers at an address, with the window's own history. `address()` and `state()` return the
 * router's location; `navigate()` changes it.
 */
export function renderAt(at: At, ui: ReactNode, queryClient: QueryClient = createQueryClient()) {
  const { pathname, state = null } = typeof at === "string" ? { pathname: at } : at;
  // The router stores a location's state under this name.
  window.history.replaceState({ usr: state }, "", pathname);
  let navigate: NavigateFunction | undefined;
  const screen = render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {ui}
        <Where
          onNavigate={(current) => {
            navigate = current;
          }}
        />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  const { dataset } = screen.getByTestId("address");
  return {
    ...screen,
    queryClient,
    address: () => dataset.address,
    state: (): unknown => JSON.parse(dataset.state ?? "null"),
    navigate: (to: string) => act(() => navigate?.(to)),
  };
}

function Where({ onNavigate }: { onNavigate: (navigate: NavigateFunction) => void }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => onNavigate(navigate));
  return <span hidden data-testid="address" data-address={`${pathname}${search}`} data-state={JSON.stringify(state)} />;
}
