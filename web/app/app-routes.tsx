import { type ComponentType, lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { LoadingState } from "../ui/loading-state.tsx";
import { PageShell } from "../ui/page-shell.tsx";
import { RouteFocus } from "./route-focus.tsx";

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

export function AppRoutes() {
  return (
    <Suspense
      fallback={
        <PageShell>
          <LoadingState text="Loading..." isWholePage />
        </PageShell>
      }
    >
      <RouteFocus />
      <Routes>
        {Object.entries(PAGES).map(([name, Page]) => (
          <Route key={name} path={APP_PAGES[name as keyof typeof APP_PAGES]} element={<Page />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
