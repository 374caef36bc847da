import { createContext, type ReactNode, startTransition, use, useInsertionEffect, useMemo, useState } from "react";
import { Router } from "wouter";
import { navigate } from "wouter/use-browser-location";

/** How a visit began: a new entry of the history, one in another's place, or the browser's back and forward. */
const BEGINNINGS = { pushState: "push", replaceState: "replace", popstate: "pop" } as const;
const EVENTS = Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[];

type Visit = {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  beganBy: (typeof BEGINNINGS)[keyof typeof BEGINNINGS];
  /** Another one with each navigation, also back to the same address. */
  id: number;
};

function readVisit(beganBy: Visit["beganBy"], id: number): Visit {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: window.history.state, beganBy, id };
}

const VisitContext = createContext<Visit | null>(null);

/** Where the app stands: the address on screen, which during a lazy page's load is still that of the page before. */
export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (visit === null) throw new Error("There is no AppRouter around this.");
  return visit;
}

function useAppLocation(): [string, typeof navigate] {
  return [useVisit().pathname, navigate];
}

/** As a browser does it: a link to the very address one is at makes no second entry of it. */
const aroundNav: Parameters<typeof Router>[0]["aroundNav"] = (go, to, options) => {
  const { pathname, search, hash } = window.location;
  go(to, { ...options, replace: options?.replace ?? to === pathname + search + hash });
};

/** A visit where there is no browser. */
function visitAt(address: string): Visit {
  const { pathname, search, hash } = new URL(address, "http://app.invalid");
  return { pathname, search, hash, state: null, beganBy: "pop", id: 0 };
}

type AppRouterProps = {
  /** The address to be at, for rendering without a browser. */
  at?: string;
  children: ReactNode;
};

/** wouter's router, with transitions: a page stays on screen until the code of the next one is there. */
export function AppRouter({ at, children }: AppRouterProps) {
  const [visit, setVisit] = useState(() => (at === undefined ? readVisit("pop", 0) : visitAt(at)));
  // Listens before any child's layout effect runs: a redirect of the first rendering is one.
  useInsertionEffect(() => {
    const listening = new AbortController();
    for (const event of EVENTS) {
      const follow = () => startTransition(() => setVisit(({ id }) => readVisit(BEGINNINGS[event], id + 1)));
      window.addEventListener(event, follow, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return (
    <VisitContext value={visit}>
      <Router hook={useAppLocation} aroundNav={aroundNav}>
        {children}
      </Router>
    </VisitContext>
  );
}

type ToParams = ConstructorParameters<typeof URLSearchParams>[0];

/** The address's query, and what replaces it. wouter's own decodes twice. */
export function useSearchParams(): [URLSearchParams, (params: ToParams) => void] {
  const { pathname, search } = useVisit();
  return useMemo(() => {
    const setParams = (params: ToParams) => {
      const query = new URLSearchParams(params).toString();
      // A page that is being left changes nothing in the next one's address.
      if (window.location.pathname === pathname) navigate(pathname + (query && `?${query}`), { replace: true });
    };
    return [new URLSearchParams(search), setParams];
  }, [pathname, search]);
}
