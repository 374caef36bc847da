import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BroadcastPreview, BroadcastPreviewRequest } from "#domain/contract/broadcasts.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { bind, submits } from "../parts/controls.tsx";
import { MailFrame } from "../parts/mail-frame.tsx";
import { SendTest } from "../parts/send-test.tsx";
import { useAction } from "../parts/use-action.ts";
import { broadcastCalls, broadcastsQuery, previewQuery } from "./broadcasts.query.ts";

type ConfirmMessageProps = {
  message: BroadcastPreviewRequest;
  mayConfirm: boolean;
  onConfirmed: () => void;
  onClose: () => void;
};

/** Shows the email as members get it, sends tests of it, and asks for the number of recipients. */
export function ConfirmMessage({ message, mayConfirm, ...rest }: ConfirmMessageProps) {
  const preview = useQuery(previewQuery(message));
  const { audience: _, segment: __, kind: ___, ...texts } = message;
  return (
    <Dialog isOpen isWide onOpenChange={rest.onClose} title="Preview">
      <QueryPanel query={preview} loading="Preparing the preview..." failed="Couldn't prepare the preview">
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <DetailList
              details={[
                ["From", shown.from],
                ["Subject", shown.subject],
                ["To", formatCount(shown.recipients, "member")],
                ["Left out", shown.limited > 0 && `${formatCount(shown.limited, "member")} with a recent message`],
              ]}
            />
            <MailFrame html={shown.html} title={`Email: ${shown.subject}`} />
            <SendTest
              copyTo={shown.copyTo}
              send={(email) => read(broadcastCalls.test.$post({ json: { ...texts, email } }))}
            />
            {mayConfirm && shown.recipients > 0 && (
              <Confirm message={message} {...rest} recipients={shown.recipients} />
            )}
            {!mayConfirm && (
              <Alert tone="info">Another message is still being sent. Wait until it's done, or cancel it.</Alert>
            )}
            {shown.recipients === 0 && <Alert tone="info">No one would get this message.</Alert>}
          </div>
        )}
      </QueryPanel>
    </Dialog>
  );
}

type ConfirmProps = Omit<ConfirmMessageProps, "mayConfirm"> & Pick<BroadcastPreview, "recipients">;

function Confirm({ message, recipients, onConfirmed, onClose }: ConfirmProps) {
  const [requestId] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const confirm = useAction({
    act: () => broadcastCalls.$post({ json: { ...message, requestId, recipients } }),
    // After a refusal, the number may have changed.
    reads: [broadcastsQuery.queryKey, previewQuery(message).queryKey],
    notify: () => ({ tone: "success", title: "Message confirmed", description: "Sending begins in ten minutes." }),
    onDone: () => {
      onConfirmed();
      onClose();
    },
  });
  const submit = () => {
    const isRight = typed.replace(/[\s,.]/g, "") === String(recipients);
    setIsWrong(!isRight);
    if (isRight) confirm.mutate();
  };
  const number = formatNumber(recipients);
  return (
    <form {...submits(submit)} className="grid gap-4 border-line border-t pt-5">
      <TextField
        label={`Type ${number} to send it`}
        inputMode="numeric"
        autoComplete="off"
        hint="The number of recipients. Sending begins ten minutes later, and you can cancel it until the last email goes out."
        error={isWrong ? `Type ${number}` : undefined}
        {...bind(typed, setTyped)}
      />
      {confirm.isError && <Alert>{errorDetail(confirm.error)}</Alert>}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={confirm.isPending}>
          Send message
        </Button>
      </DialogActions>
    </form>
  );
}
