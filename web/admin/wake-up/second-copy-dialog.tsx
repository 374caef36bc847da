import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";

type SecondCopyDialogProps = { text: string; isBusy: boolean; onCancel: () => void; onSend: () => void };

/** Asks before mails go out again that may have arrived. */
export function SecondCopyDialog({ text, isBusy, onCancel, onSend }: SecondCopyDialogProps) {
  return (
    <Dialog isOpen onOpenChange={onCancel} title="A second copy is possible" description={text}>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button isBusy={isBusy} onClick={onSend}>
          Send again all the same
        </Button>
      </DialogActions>
    </Dialog>
  );
}
