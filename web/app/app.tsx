import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Route, Routes, useLocation, useNavigationType } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { StatePanel } from "../ui/state-panel.tsx";

function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const PAGES: Record<keyof typeof APP_PAGES, ComponentType> = {
  login: page(() => import("../pages/login-page.tsx"), "LoginPage"),
  resetPassword: page(() => import("../pages/reset-password-page.tsx"), "ResetPasswordPage"),
  setupPassword: page(() => import("../pages/setup-password-page.tsx"), "SetupPasswordPage"),
  quickLogin: page(() => import("../pages/quick-login-page.tsx"), "QuickLoginPage"),
  dashboard: page(() => import("../pages/dashboard-page.tsx"), "DashboardPage"),
  content: page(() => import("../pages/content-page.tsx"), "ContentPage"),
  profile: page(() => import("../pages/profile-page.tsx"), "ProfilePage"),
  admin: page(() => import("../pages/admin-page.tsx"), "AdminPage"),
  unsubscribe: page(() => import("../pages/unsubscribe-page.tsx"), "UnsubscribePage"),
};

const NotFound = page(() => import("../pages/not-found-page.tsx"), "NotFoundPage");

/** Every page of the app; the router and the other providers stand around it. */
export function App() {
  const { key, pathname } = useLocation();
  return (
    <AppErrorBoundary visit={key}>
      <Suspense
        fallback={
          <PageShell>
            <StatePanel kind="loading" title="Loading..." isWholePage />
          </PageShell>
        }
      >
        <RouteFocus pathname={pathname} />
        <Routes>
          {Object.entries(PAGES).map(([name, Page]) => (
            <Route key={name} path={APP_PAGES[name as keyof typeof APP_PAGES]} element={<Page />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </AppErrorBoundary>
  );
}

type BoundaryProps = { visit: string; children: ReactNode };

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
function RouteFocus({ pathname }: { pathname: string }) {
  const type = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
    if (type !== "POP") window.scrollTo(0, 0);
  }, [pathname, type]);
  return null;
}
