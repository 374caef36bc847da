import type { NamedFeed } from "#domain/contract/feed.ts";
import { useKeptFeeds } from "../../brand/keep-feeds.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";

type LogOutEverywhereProps = {
  feeds: readonly NamedFeed[];
  isBusy: boolean;
  onConfirm: (keepFeeds: string) => void;
  onClose: () => void;
};

/** Asks which podcast apps play on. */
export function LogOutEverywhere({ feeds, isBusy, onConfirm, onClose }: LogOutEverywhereProps) {
  const { kept, question } = useKeptFeeds(feeds, { areKeptAtFirst: false });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Log out everywhere else?"
      description="Your other devices will need to log in again. This one stays logged in."
    >
      {question}
      <DialogActions>
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={() => onConfirm(kept)}>
          Log out everywhere else
        </Button>
      </DialogActions>
    </Dialog>
  );
}
