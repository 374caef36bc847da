import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { contentOfDateQuery } from "./content.query.ts";
import { subscribeToDrafts, unsavedItemOf } from "./open-drafts.ts";

/** The item of a date, also one that somebody else has deleted, as long as something typed into it is not saved. */
export function useDay(date: string) {
  const content = useQuery(contentOfDateQuery(date));
  const lostId = useSyncExternalStore(subscribeToDrafts, () =>
    content.data === null ? (unsavedItemOf(date)?.id ?? null) : null,
  );
  const lost = useMemo(() => (lostId === null ? null : unsavedItemOf(date)), [lostId, date]);
  return { content, item: content.data ?? lost, isDeleted: lost !== null };
}
