import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { contentOfDateQuery } from "./content.query.ts";
import { subscribeToDrafts, unsavedItemOf } from "./open-drafts.ts";

/** A date's item, including one that another administrator has deleted while it has unsaved changes here. */
export function useDay(date: string) {
  const content = useQuery(contentOfDateQuery(date));
  const lostId = useSyncExternalStore(subscribeToDrafts, () =>
    content.data === null ? (unsavedItemOf(date)?.id ?? null) : null,
  );
  const lost = useMemo(() => (lostId === null ? null : unsavedItemOf(date)), [lostId, date]);
  return { content, item: content.data ?? lost, isDeleted: lost !== null };
}
