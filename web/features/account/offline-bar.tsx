import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { Button } from "../../ui/button.tsx";

/** Above a page that shows what this device stored. */
export function OfflineBar() {
  const queryClient = useQueryClient();
  const isFetching = useIsFetching() > 0;
  return (
    <div className="border-warn/40 border-b bg-warn/10">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-1.5 text-sm sm:px-8">
        <p role="status" className="flex items-start gap-2.5">
          <CloudOff aria-hidden="true" className="size-5 shrink-0 text-warn" />
          <span>
            <strong className="semi-wide">Offline.</strong> You can read what this device saved. Playing needs a
            connection.
          </span>
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3.5 sm:ml-0"
          isBusy={isFetching}
          onClick={() => queryClient.refetchQueries({ type: "active" })}
        >
          Try again
        </Button>
      </div>
    </div>
  );
}
