import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { errorDetail } from "../lib/api-error.ts";
import { Button } from "./button.tsx";

export function ShowMore({ list, label = "Show more" }: { list: UseInfiniteQueryResult; label?: string }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-5 grid justify-items-center gap-2 in-data-offline:hidden">
      {list.isFetchNextPageError && (
        <p role="alert" className="text-bad text-sm">
          We couldn't load more. {errorDetail(list.error)}
        </p>
      )}
      <Button variant="secondary" isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
