import type { ClientResponse } from "hono/client";
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from "react";
import { errorDetail, hasErrorCode, isRefusal } from "../../lib/api-error.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { ActionError } from "./action-error.tsx";
import { bind, PressButtons, SmallButton, submits } from "./controls.tsx";
import { useUnsaved } from "./unsaved.ts";
import { type Action, useAction } from "./use-action.ts";

type Question = {
  title: string;
  text?: ReactNode;
  action: string;
  refusal?: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Another button that submits, before the main one. */
  other?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
};
type AskFirstProps = Question & { isBusy?: boolean; onConfirm: () => void };

export function AskFirst({ title, text, action, refusal = "Cancel", isDangerous = true, ...rest }: AskFirstProps) {
  const { isBusy = false, isDisabled = false, onConfirm, other, onClose, children } = rest;
  const [isTyped, setIsTyped] = useState(false);
  const { close, discardQuestion } = useClose(title, isTyped, onClose);
  return (
    <Dialog isOpen onOpenChange={close} title={title} description={text}>
      <form {...submits(onConfirm)} onChange={() => setIsTyped(true)} className="grid gap-4">
        {children}
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            {refusal}
          </Button>
          {other}
          <Button type="submit" variant={isDangerous ? "danger" : "primary"} isBusy={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </DialogActions>
      </form>
      {discardQuestion}
    </Dialog>
  );
}

/** For a form in a dialog: while something is typed, closing it asks first, and so does a reload. */
export function useClose(label: string, isTyped: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  useUnsaved(label, isTyped);
  const discardQuestion = isAsking && (
    <AskFirst
      title="Discard your changes?"
      action="Discard changes"
      refusal="Keep editing"
      onConfirm={onClose}
      onClose={() => setIsAsking(false)}
    />
  );
  return { close: () => (isTyped ? setIsAsking(true) : onClose()), discardQuestion };
}

type ReasonProps = { maxLength: number; hint?: string; choices?: readonly string[] };

type AskToActProps<Answer extends object> = Question &
  Omit<Action<void, Answer>, "act" | "onDone"> & {
    /** The ID stays the same for each question, so a double click or a retry after a lost response does nothing twice. */
    act: (requestId: string, reason: string) => Promise<ClientResponse<Answer>>;
    /** Asks for a reason, without which nothing is done. */
    reason?: ReasonProps;
    check?: () => boolean;
    /** After a refusal, the next press is a request of its own. */
    renewsId?: boolean;
    /** The title of what failed. */
    failed?: string;
    /** The specification wants its failure in a toast. */
    closesOnFailure?: boolean;
    onDone?: () => void;
  };

export function AskToAct<Answer extends object>(props: AskToActProps<Answer>) {
  const { act, reads, failed, notify, check, closesOnFailure, onDone, reason, isDisabled, children, ...rest } = props;
  const { renewsId, ...question } = rest;
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const { choices = [], hint = "", ...texts } = reason ?? {};
  const [why, setWhy] = useState("");
  const close = () => {
    onDone?.();
    question.onClose();
  };
  const toast = useToast();
  const action = useAction({ act: () => act(requestId, why), reads, ...(notify && { notify }), onDone: close });
  const { isPending, mutate, error } = action;
  const onError = (cause: unknown) => {
    if (renewsId && isRefusal(cause)) setRequestId(crypto.randomUUID());
    if (!closesOnFailure) return;
    toast({ title: failed ?? "That didn't work", description: errorDetail(cause), tone: "error" });
    question.onClose();
  };
  return (
    <AskFirst
      {...question}
      isDisabled={isDisabled || hasErrorCode(error, "gone") || (reason !== undefined && why.trim() === "")}
      isBusy={isPending}
      onConfirm={() => check?.() !== false && mutate(undefined, { onError })}
    >
      {children}
      {reason && (
        <TextField
          label="Reason"
          name="reason"
          required
          hint={`Required. ${hint}`.trim()}
          {...texts}
          {...bind(why, setWhy)}
        />
      )}
      {choices.length > 0 && (
        <PressButtons
          label="Choose one"
          options={choices.map((value) => ({ value, label: value }))}
          value={why}
          onChange={setWhy}
        >
          <SmallButton
            onClick={({ currentTarget: { form } }) => {
              setWhy("");
              form?.querySelector<HTMLInputElement>("[name=reason]")?.focus();
            }}
          >
            Other
          </SmallButton>
        </PressButtons>
      )}
      {!closesOnFailure && <ActionError of={action} {...(failed && { title: failed })} />}
    </AskFirst>
  );
}

type AskButtonProps<Answer extends object> = Omit<AskToActProps<Answer>, "onClose"> & {
  /** With a label, only its icon shows. */
  button: ComponentProps<typeof Button> | ComponentProps<typeof IconButton>;
};

export function AskButton<Answer extends object>({ button, ...question }: AskButtonProps<Answer>) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    button.onClick?.(event);
    setIsAsking(true);
  };
  return (
    <>
      {"label" in button ? (
        <IconButton {...button} onClick={ask} />
      ) : (
        <Button variant="secondary" {...button} onClick={ask} />
      )}
      {isAsking && <AskToAct {...question} onClose={() => setIsAsking(false)} />}
    </>
  );
}
