import type { TrialUser } from "#domain/contract/trials.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { useDeleteTrialUser } from "./delete-trial-user.mutation.ts";
import { trialUserName } from "./trial-user-name.ts";

type DeleteTrialDialogProps = { password: string; user: TrialUser | null; onClose: () => void };

export function DeleteTrialDialog({ password, user, onClose }: DeleteTrialDialogProps) {
  const remove = useDeleteTrialUser(password);
  if (!user) return null;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Delete this trial user?"
      description={`${trialUserName(user)} (${user.email}) loses access at once and gets no more wake-up mails.`}
    >
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(user.id, { onSettled: onClose })}
        >
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
