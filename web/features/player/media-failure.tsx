import { RotateCw } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import type { MediaTrouble } from "./use-media-recovery.ts";

const TEXTS: Record<MediaTrouble, string> = {
  unauthorized: "Log in again to play this session.",
  missing: `This session's file is missing. Try again later, or write to ${BRAND.supportEmail}.`,
  unplayable: "This file can't be played in this browser. Try another browser, or update this one.",
  broken: "The session didn't load because of a problem on our side. Try again in a few minutes.",
  unreachable: "The session stopped loading. Check your connection and try again.",
};

export function MediaFailure({ trouble, onRetry }: { trouble: MediaTrouble; onRetry: () => void }) {
  return (
    <Alert>
      <p>{TEXTS[trouble]}</p>
      <Button icon={RotateCw} variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}
