import type { ClientResponse } from "hono/client";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { type Action, useAction } from "./use-action.ts";

type Question = {
  title: string;
  text?: ReactNode;
  action: string;
  refusal?: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onClose: () => void;
  children?: ReactNode;
};
type AskFirstProps = Question & { isBusy?: boolean; onConfirm: () => void };

export function AskFirst({ title, text, action, refusal = "Cancel", isDangerous = true, ...rest }: AskFirstProps) {
  const { isBusy = false, isDisabled = false, onConfirm, onClose, children } = rest;
  return (
    <Dialog isOpen onOpenChange={onClose} title={title} description={text}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        {children}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {refusal}
          </Button>
          <Button type="submit" variant={isDangerous ? "danger" : "primary"} isBusy={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type AskToActProps<Answer extends object> = Question &
  Omit<Action<void, Answer>, "act" | "onDone"> & {
    /** The id stays the same for each question, so a double click or a retry after a lost response does nothing twice. */
    act: (requestId: string) => Promise<ClientResponse<Answer>>;
    /** Whether the input is valid. */
    check?: () => boolean;
    onDone?: () => void;
  };

export function AskToAct<Answer extends object>(props: AskToActProps<Answer>) {
  const { act, reads, failed, tell, check, onDone, ...question } = props;
  const [requestId] = useState(() => crypto.randomUUID());
  const close = () => {
    onDone?.();
    question.onClose();
  };
  const { isPending, mutate } = useAction({ act: () => act(requestId), reads, failed, tell, onDone: close });
  return <AskFirst {...question} isBusy={isPending} onConfirm={() => check?.() !== false && mutate()} />;
}
