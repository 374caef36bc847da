import { useMutation } from "@tanstack/react-query";
import { BellOff, BellRing } from "lucide-react";
import type { UnsubscribeLink } from "#domain/contract/mail-responses.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DeadMailLink, MY_ACCOUNT, Screen, TO_DASHBOARD } from "./screen.tsx";

/** Opening the page changes nothing; the button does, and the change can be undone. */
export function UnsubscribePanel({ link }: { link: UnsubscribeLink }) {
  const stop = useMutation({ mutationFn: () => read(api.unsubscribe.$post({ json: link })) });
  const undo = useMutation({
    mutationFn: (value: string) => read(api.unsubscribe.undo.$post({ json: { ...link, undo: value } })),
  });
  if (hasErrorCode(stop.error, "validation") || hasErrorCode(undo.error, "validation")) return <InvalidLink />;
  const answer = undo.data ?? stop.data;
  if (answer === undefined) {
    return (
      <Screen
        icon={BellOff}
        title="Stop the morning mails?"
        text="Your membership stays as it is: every session is still on your dashboard."
      >
        {stop.isError && <Alert>{formErrorText(stop.error, "Your mails could not be stopped")}</Alert>}
        <Button size="lg" isBusy={stop.isPending} onClick={() => stop.mutate()}>
          Stop my wake-up mails
        </Button>
      </Screen>
    );
  }
  if (answer.emailEnabled) {
    return (
      <Screen
        icon={BellRing}
        title="Your morning mails are on again"
        text="As long as your membership runs, the next one comes at your usual hour."
      >
        {TO_DASHBOARD}
      </Screen>
    );
  }
  const value = hasErrorCode(undo.error, "gone") ? undefined : answer.undo;
  return (
    <Screen
      icon={BellOff}
      title="Your morning mails are stopped"
      text={
        value === undefined ? (
          <>No mail will wake you from now on. You can switch the mails on again under {MY_ACCOUNT}.</>
        ) : (
          "No mail will wake you from now on. Changed your mind?"
        )
      }
    >
      {undo.isError && <Alert>{formErrorText(undo.error, "Your mails could not be switched on again")}</Alert>}
      {value !== undefined && (
        <Button size="lg" variant="secondary" isBusy={undo.isPending} onClick={() => undo.mutate(value)}>
          Undo: keep my wake-up mails
        </Button>
      )}
    </Screen>
  );
}

export function InvalidLink() {
  return <DeadMailLink title="This unsubscribe link does not work" instead="switch the mails off under" />;
}
