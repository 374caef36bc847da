import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/error-state.tsx";
import { PageShell } from "../ui/page-shell.tsx";

/** A page that broke, or whose code did not arrive (a new release, a lost connection), can be loaded again. */
export class AppErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <PageShell>
        <ErrorState
          title="This page did not load"
          detail="A new version may have been released, or the connection was lost."
          onRetry={() => window.location.reload()}
        />
      </PageShell>
    );
  }
}
