import { useEffect, useRef, useState } from "react";
import type { PreflightResponse } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { useToast } from "../../ui/use-toast.ts";
import { findDoubts } from "./content.query.ts";
import { reportLeft } from "./left-days.atoms.ts";

type Release = {
  id: string;
  date: string;
  status: ContentStatus;
  choose: (changed: { status: ContentStatus }) => void;
  settle: () => Promise<void>;
};

/** Releases a draft to members: runs its checks first and asks if any of them fails. */
export function useRelease({ id, date, status, choose: change, settle }: Release) {
  const toast = useToast();
  /** The chosen status while the checks run or wait for an answer. */
  const [wanted, setWanted] = useState<ContentStatus | null>(null);
  const [doubts, setDoubts] = useState<PreflightResponse | null>(null);
  const [isReleased, setIsReleased] = useState(false);
  const latest = useRef<ContentStatus | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  function want(next: ContentStatus | null) {
    latest.current = next;
    setWanted(next);
    setDoubts(null);
  }

  function save(next: ContentStatus) {
    want(null);
    change({ status: next });
    setIsReleased(next !== "draft");
  }

  async function choose(next: ContentStatus) {
    if (next === status) return want(null);
    if (next === "draft" || status !== "draft") return save(next);
    want(next);
    // The checks run on the stored version.
    await settle();
    const found = await findDoubts(id);
    if (latest.current !== next) return;
    if (found === null) return save(next);
    if (isOpen.current) return setDoubts(found);
    const result = found.length > 0 ? "found issues" : "couldn't run";
    const text = `The checks for ${formatLongDate(date)} ${result}. The session is still a draft.`;
    reportLeft(date, { title: next === "scheduled" ? "Not scheduled" : "Not published", text }, toast);
  }

  return {
    wanted,
    doubts,
    isReleased: isReleased && wanted === null,
    choose,
    confirm: () => wanted && save(wanted),
    refuse: () => want(null),
  };
}
