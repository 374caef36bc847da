import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { BrowserRouter } from "react-router";
import { ToastOutlet } from "../ui/toast-outlet.tsx";
import { AppErrorBoundary } from "./app-error-boundary.tsx";
import { AppRoutes } from "./app-routes.tsx";

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AppErrorBoundary>
            <AppRoutes />
          </AppErrorBoundary>
        </BrowserRouter>
        <ToastOutlet />
      </QueryClientProvider>
    </StrictMode>
  );
}
