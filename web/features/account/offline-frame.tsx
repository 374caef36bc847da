import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { Link } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../../brand/page-shell.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { MemberNav } from "./member-nav.tsx";

/** Offline: a bar above a page that shows what this device stored, or above what replaces any other page. */
export function OfflineFrame({ isReadable }: { isReadable: boolean }) {
  const queryClient = useQueryClient();
  const isFetching = useIsFetching() > 0;
  const refetch = () => queryClient.refetchQueries({ type: "active" });
  return (
    <>
      <div className="border-warn/40 border-b bg-warn/10">
        <div className="mx-auto flex max-w-7xl items-center justify-between gap-3 px-5 py-1.5 text-sm sm:px-8">
          <p role="status" className="flex items-start gap-2.5">
            <WifiOff className="size-5 shrink-0 text-warn" />
            <span>
              <strong className="semi-wide">Offline.</strong>
              {isReadable && " You can still read saved sessions."}
            </span>
          </p>
          <Button variant="secondary" size="sm" className="shrink-0" isBusy={isFetching} onClick={refetch}>
            Try again
          </Button>
        </div>
      </div>
      {!isReadable && (
        <PageShell actions={<MemberNav />}>
          <h1 className="sr-only">{BRAND.name}</h1>
          <StatePanel kind="empty" title="This page needs a connection" isWholePage>
            <Link to={APP_PAGES.dashboard} className={buttonClass("secondary")}>
              Go to your dashboard
            </Link>
          </StatePanel>
        </PageShell>
      )}
    </>
  );
}
