import { useMutation, useQuery } from "@tanstack/react-query";
import { BellOff, BellRing } from "lucide-react";
import type { UnsubscribeLink } from "#domain/contract/mail-responses.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DeadMailLink, Screen, TO_ACCOUNT, TO_DASHBOARD } from "./screen.tsx";

/** Opening the page only checks the link; the button changes something, and the change can be undone. */
export function UnsubscribePanel({ link }: { link: UnsubscribeLink }) {
  const check = useQuery({
    queryKey: ["/api/unsubscribe/check", link],
    queryFn: () => read(api.unsubscribe.check.$post({ json: link })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = useMutation({ mutationFn: () => read(api.unsubscribe.$post({ json: link })) });
  const undo = useMutation({
    mutationFn: (value: string) => read(api.unsubscribe.undo.$post({ json: { ...link, undo: value } })),
  });
  if ([check, stop, undo].some(({ error }) => hasErrorCode(error, "validation"))) return <InvalidLink />;
  const wasOff = check.data?.emailEnabled === false;
  const answer = undo.data ?? stop.data ?? (wasOff ? check.data : undefined);
  if (answer === undefined) {
    return (
      <Screen
        icon={BellOff}
        title="Turn off your wake-up emails?"
        text="Your membership stays the same. Every session is still on your dashboard, and notifications on your devices stay on."
      >
        {stop.isError && <Alert>{formErrorText(stop.error, "We couldn't turn off your emails")}</Alert>}
        <Button size="lg" isBusy={check.isPending || stop.isPending} onClick={() => stop.mutate()}>
          Turn off wake-up emails
        </Button>
      </Screen>
    );
  }
  if (answer.emailEnabled) {
    return (
      <Screen
        icon={BellRing}
        title="Your wake-up emails are back on"
        text="The next one arrives at your usual time, as long as your membership is active."
      >
        {TO_DASHBOARD}
      </Screen>
    );
  }
  const value = hasErrorCode(undo.error, "gone") ? undefined : answer.undo;
  return (
    <Screen
      icon={BellOff}
      title={wasOff ? "Your wake-up emails are already off" : "Your wake-up emails are off"}
      text={
        value === undefined
          ? "You won't get wake-up emails anymore. Notifications on your devices stay on. You can change both in My Account."
          : "You won't get wake-up emails anymore. Notifications on your devices stay on. Changed your mind?"
      }
    >
      {undo.isError && <Alert>{formErrorText(undo.error, "We couldn't turn your emails back on")}</Alert>}
      {value === undefined ? (
        TO_ACCOUNT
      ) : (
        <Button size="lg" variant="secondary" isBusy={undo.isPending} onClick={() => undo.mutate(value)}>
          Undo
        </Button>
      )}
      {TO_DASHBOARD}
    </Screen>
  );
}

export function InvalidLink() {
  return <DeadMailLink title="This unsubscribe link doesn't work" instead="turn off the emails in" />;
}
