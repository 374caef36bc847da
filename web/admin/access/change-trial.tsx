import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TrialUser } from "#domain/contract/access.ts";
import type { DoneResponse } from "#domain/contract/members.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { useKeptDay } from "../parts/kept.atoms.ts";

/** First and last name as far as they are known, else the address. */
export function nameOf({ firstName, lastName, email }: TrialUser): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}

/** A change of a trial: the server's sentence, or what went wrong, in a toast; the list is read again either way. */
function useTrialChange(change: () => Promise<DoneResponse>, failed: string, onClose: () => void) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ["/api/admin/trial-users"] });
  return useMutation({
    mutationFn: change,
    onSuccess: async ({ message }) => {
      // Before it is told: whoever opens the question again at once finds the new end in it.
      await readAgain();
      toast({ title: message, tone: "success" });
      onClose();
    },
    onError: (error) => {
      void readAgain();
      toast({ title: failed, description: errorDetail(error), tone: "error" });
    },
  });
}

type DialogProps = { user: TrialUser; onClose: () => void };

export function InviteAgainDialog({ user, onClose }: DialogProps) {
  // One id while the question stands: a second click sends no second mail.
  const [requestId] = useState(() => crypto.randomUUID());
  const invite = useTrialChange(
    () => read(adminApi.admin["trial-users"][":id"].invite.$post({ param: { id: user.id }, json: { requestId } })),
    "Failed to send the invitation",
    onClose,
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Send the invitation again?"
      description={`It goes to ${user.email}, with a new link for 7 days. The link of the mail before stops working.`}
    >
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button isBusy={invite.isPending} onClick={() => invite.mutate()}>
          Send again
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function ChangeEndDialog({ user, onClose }: DialogProps) {
  const lastDay = user.lastDay ?? "";
  const [endDate, setEndDate] = useKeptDay(`trial-end/${user.id}`, lastDay);
  const change = useTrialChange(
    () => read(adminApi.admin["trial-users"][":id"].end.$put({ param: { id: user.id }, json: { endDate } })),
    "Failed to change the end",
    () => {
      setEndDate(lastDay);
      onClose();
    },
  );
  const isLater = user.lastDay !== null && endDate > user.lastDay;
  const laterHint = user.isSuppressed ? "No mail tells of it: this address gets none." : "A later end is told by mail.";
  return (
    <Dialog isOpen onOpenChange={onClose} title="Change the end of the trial" description={nameOf(user)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <TextField
          label="Last day"
          type="date"
          value={endDate}
          onChange={({ target }) => setEndDate(target.value)}
          hint={isLater ? laterHint : "An earlier end takes effect without a mail."}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={change.isPending} disabled={endDate === "" || endDate === user.lastDay}>
            Change the end
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
