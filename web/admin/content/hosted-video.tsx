import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import type { ContentDraft, DraftState } from "./content-draft.ts";

/** What an address does to a hosted video is asked before and can be taken back after. */
export function HostedVideo({ draft, state }: { draft: ContentDraft; state: DraftState }) {
  if (state.videoAtStake !== null) {
    return (
      <Alert>
        <p className="wrap-anywhere">
          This day has a hosted video ({state.videoAtStake}). Replace it with the address above?
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={draft.keepVideo}>
            Keep the hosted video
          </Button>
          <Button variant="danger" size="sm" onClick={draft.replaceVideo}>
            Replace it
          </Button>
        </div>
      </Alert>
    );
  }
  if (state.replacedVideo === null) return null;
  return (
    <Alert tone="info">
      <p className="wrap-anywhere">The hosted video ({state.replacedVideo}) no longer belongs to this day.</p>
      <Button variant="secondary" size="sm" onClick={draft.restoreVideo} className="mt-3">
        Put it back
      </Button>
    </Alert>
  );
}
