import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { type Location, Route, Routes, useLocation, useNavigationType } from "react-router";
import { BROWSERS_NEEDED } from "#domain/browsers.ts";
import { APP_PAGES, type AppPageName, pageOf } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { readAuthToken } from "../lib/auth-token.ts";
import { lazyExtra } from "../lib/lazy-extra.tsx";
import { linkParams } from "../lib/link-secrets.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { StatePanel } from "../ui/state-panel.tsx";
import type { LinkedPageName } from "./linked-pages.ts";

type Frame = ComponentType<{ hasNav: boolean }>;
type LoadedPage = {
  Page: ComponentType;
  Frame?: Frame;
};
type LoadPage = () => Promise<LoadedPage>;
type Module<Name extends string> = Record<Name, ComponentType>;

function page<Name extends string>(load: () => Promise<Module<Name>>, name: Name): LoadPage {
  return async () => ({ Page: (await loadChunk(load))[name] });
}

const loadMemberFrame = () => loadChunk(() => import("./member-frame.tsx"));
// If its code doesn't load, a member page reports that.
const MemberFrame = lazyExtra(() => loadMemberFrame().then((module) => module.MemberFrame));

/** Member pages never render without their frame: the first tap may start sound, and the page's action is in the dock. */
function memberPage<Name extends string>(load: () => Promise<Module<Name>>, name: Name): LoadPage {
  return async () => {
    const [loaded, frame] = await Promise.all([page(load, name)(), loadMemberFrame()]);
    return { ...loaded, Frame: frame.MemberFrame };
  };
}

/** Loads a page's name, then its code; the page's own document requests both at once. */
function linkedPage(name: LinkedPageName): LoadPage {
  return async () => {
    const { LINKED_PAGES } = await loadChunk(() => import("./linked-pages.ts"));
    return { Page: await loadChunk(LINKED_PAGES[name]) };
  };
}

const PAGES: Record<Exclude<AppPageName, LinkedPageName>, LoadPage> = {
  login: page(() => import("../pages/login-page.tsx"), "LoginPage"),
  resetPassword: page(() => import("../pages/reset-password-page.tsx"), "ResetPasswordPage"),
  quickLogin: page(() => import("../pages/quick-login-page.tsx"), "QuickLoginPage"),
  dashboard: memberPage(() => import("../pages/dashboard-page.tsx"), "DashboardPage"),
  welcome: memberPage(() => import("../pages/welcome-page.tsx"), "WelcomePage"),
  content: memberPage(() => import("../pages/content-page.tsx"), "ContentPage"),
  library: memberPage(() => import("../pages/library-page.tsx"), "LibraryPage"),
  profile: memberPage(() => import("../pages/profile-page.tsx"), "ProfilePage"),
  admin: page(() => import("../admin/admin-page.tsx"), "AdminPage"),
};

const loadOf = (name: AppPageName): LoadPage =>
  (PAGES as Partial<Record<AppPageName, LoadPage>>)[name] ?? linkedPage(name as LinkedPageName);

const lazyPage = (load: LoadPage) => lazy(async () => ({ default: (await load()).Page }));
const LAZY_PAGES = (Object.keys(APP_PAGES) as AppPageName[]).map((name) => ({ name, Page: lazyPage(loadOf(name)) }));
const NotFound = lazyPage(page(() => import("../pages/not-found-page.tsx"), "NotFoundPage"));

/** The page already in the document; React needs all of it loaded to take over. */
export type FirstPage = LoadedPage & { name: AppPageName };

/** Loads the page for a path, or null if the path has no page. Throws whatever its import throws. */
export async function loadFirstPage(path: string): Promise<FirstPage | null> {
  const page = pageOf(path);
  return page?.kind === "app" ? { name: page.name, ...(await loadOf(page.name)()) } : null;
}

const MEMBER_PAGES: AppPageName[] = ["dashboard", "welcome", "content", "library", "profile"];

function isMemberPath(path: string): boolean {
  const page = pageOf(path);
  return page?.kind === "app" && MEMBER_PAGES.includes(page.name);
}

/** All pages of the app and what outlives them; callers wrap it in the router and other providers. */
export function App({ first = null }: { first?: FirstPage | null }) {
  const location = useLocation();
  const isMemberPage = isMemberPath(location.pathname);
  // Keeps the frame once loaded, so sound continues wherever the member goes.
  const [hasFrame, setHasFrame] = useState(isMemberPage);
  if (isMemberPage && !hasFrame) setHasFrame(true);
  // No navigation beside the welcome, for the administrator's preview of an item, or for playing from an email's button without a session.
  const query = linkParams(location.search);
  const isAlone = location.pathname === APP_PAGES.welcome || query.get("from") === "admin";
  const hasNav = isMemberPage && !isAlone && !(query.has("key") && readAuthToken() === null);
  const Frame = first?.Frame ?? MemberFrame;
  return (
    <>
      <AppErrorBoundary location={location}>
        <Suspense
          fallback={
            <PageShell>
              <StatePanel kind="loading" title="Loading..." isWholePage />
            </PageShell>
          }
        >
          <RouteFocus />
          <Routes>
            {LAZY_PAGES.map(({ name, Page }) => {
              const Shown = first?.name === name ? first.Page : Page;
              return <Route key={name} path={APP_PAGES[name]} element={<Shown />} />;
            })}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </AppErrorBoundary>
      {hasFrame && <Frame hasNav={hasNav} />}
    </>
  );
}

type BoundaryProps = { location: Location; children: ReactNode };

/** A page that crashed, or whose code didn't load (a new release, a lost connection), offers to reload or leave. */
class AppErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.hasFailed && before.location !== this.props.location) this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <PageShell>
        <StatePanel
          kind="error"
          title="This page didn't load"
          detail={`You're offline, or your browser is older than ${BROWSERS_NEEDED}.`}
          retry={{ refetch: () => window.location.reload(), isFetching: false }}
        />
      </PageShell>
    );
  }
}

/** A new page starts at its top, for the eye and the keyboard; going back leaves the position to the browser. */
function RouteFocus() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
    if (navigationType !== "POP") window.scrollTo(0, 0);
  }, [pathname, navigationType]);
  return null;
}
