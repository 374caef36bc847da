import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { contentOfDateQuery } from "./content.query.ts";
import { subscribeToDrafts, unsavedItemOf } from "./open-drafts.ts";

type Day = {
  content: UseQueryResult<LibraryItem | null>;
  /** Also where somebody else has deleted it, as long as something typed into it is not saved. */
  item: LibraryItem | null;
  isDeleted: boolean;
};

/** The item of a date. What was typed into it is not lost with it. */
export function useDay(date: string): Day {
  const content = useQuery(contentOfDateQuery(date));
  const lostId = useSyncExternalStore(subscribeToDrafts, () =>
    content.data === null ? (unsavedItemOf(date)?.id ?? null) : null,
  );
  const lost = useMemo(() => (lostId === null ? null : unsavedItemOf(date)), [lostId, date]);
  return { content, item: content.data ?? lost, isDeleted: lost !== null };
}
