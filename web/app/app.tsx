import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { matchRoute, Route, Switch, useRouter } from "wouter";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { loadChunk } from "../lib/load-chunk.ts";
import { useVisit } from "../lib/router.tsx";
import { StatePanel } from "../ui/state-panel.tsx";

function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }));
}

const loadMemberFrame = () => loadChunk(() => import("./member-frame.tsx"));
// A page of the member's shows it where it did not arrive.
const MemberFrame = lazy(async () => ({
  default: await loadMemberFrame().then(
    (module) => module.MemberFrame,
    () => (_props: { hasNav: boolean }) => null,
  ),
}));

/** A page that is never without its frame: its first tap may want to sound, and its action stands in the dock. */
function memberPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return page(async () => (await Promise.all([load(), loadMemberFrame()]))[0], name);
}

const PAGES: Record<keyof typeof APP_PAGES, ComponentType> = {
  login: page(() => import("../pages/login-page.tsx"), "LoginPage"),
  resetPassword: page(() => import("../pages/reset-password-page.tsx"), "ResetPasswordPage"),
  setupPassword: page(() => import("../pages/setup-password-page.tsx"), "SetupPasswordPage"),
  confirmAddress: page(() => import("../pages/confirm-address-page.tsx"), "ConfirmAddressPage"),
  quickLogin: page(() => import("../pages/quick-login-page.tsx"), "QuickLoginPage"),
  dashboard: memberPage(() => import("../pages/dashboard-page.tsx"), "DashboardPage"),
  content: memberPage(() => import("../pages/content-page.tsx"), "ContentPage"),
  profile: memberPage(() => import("../pages/profile-page.tsx"), "ProfilePage"),
  admin: page(() => import("../pages/admin-page.tsx"), "AdminPage"),
  unsubscribe: page(() => import("../pages/unsubscribe-page.tsx"), "UnsubscribePage"),
};

const NotFound = page(() => import("../pages/not-found-page.tsx"), "NotFoundPage");

const MEMBER_PAGES = [APP_PAGES.dashboard, APP_PAGES.content, APP_PAGES.profile];

/** Every page of the app, and what outlives them; the router and the other providers stand around it. */
export function App() {
  const { id, pathname, search } = useVisit();
  const { parser } = useRouter();
  const isMemberPage = MEMBER_PAGES.some((page) => matchRoute(parser, page, pathname)[0]);
  // What sounds goes on sounding wherever the member goes from there.
  const [hasFrame, setHasFrame] = useState(isMemberPage);
  if (isMemberPage && !hasFrame) setHasFrame(true);
  // The administrator's look at an item has no navigation.
  const hasNav = isMemberPage && new URLSearchParams(search).get("from") !== "admin";
  return (
    <>
      <AppErrorBoundary visit={id}>
        <Suspense
          fallback={
            <PageShell>
              <StatePanel kind="loading" title="Loading..." isWholePage />
            </PageShell>
          }
        >
          <RouteFocus />
          <Switch>
            {Object.entries(PAGES).map(([name, Page]) => (
              <Route key={name} path={APP_PAGES[name as keyof typeof APP_PAGES]} component={Page} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </AppErrorBoundary>
      <Suspense>{hasFrame && <MemberFrame hasNav={hasNav} />}</Suspense>
    </>
  );
}

type BoundaryProps = { visit: number; children: ReactNode };

/** A page that broke, or whose code did not arrive (a new release, a lost connection), can be loaded again, or left. */
class AppErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.hasFailed && before.visit !== this.props.visit) this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <PageShell>
        <StatePanel
          kind="error"
          title="This page did not load"
          detail="A new version may have been released, or the connection was lost."
          retry={{ refetch: () => window.location.reload(), isFetching: false }}
        />
      </PageShell>
    );
  }
}

/** A new page begins at its top, for the eye and for the keyboard; going back leaves the position to the browser. */
function RouteFocus() {
  const { pathname, beganBy } = useVisit();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
    if (beganBy !== "pop") window.scrollTo(0, 0);
  }, [pathname, beganBy]);
  return null;
}
