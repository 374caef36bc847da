import { BellOff, BellRing } from "lucide-react";
import { useState } from "react";
import type { UnsubscribeLink } from "#domain/contract/unsubscribe.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { InvalidLink } from "./invalid-link.tsx";
import { useSubscriptionSwitch } from "./subscription-switch.mutation.ts";

/** Opening the page changes nothing; the button does, and can be taken back with one tap. */
export function UnsubscribePanel({ link }: { link: UnsubscribeLink }) {
  const change = useSubscriptionSwitch(link);
  const [isOn, setIsOn] = useState<boolean | null>(null);
  const ask = (isWanted: boolean) =>
    change.mutate(isWanted, { onSuccess: ({ emailEnabled }) => setIsOn(emailEnabled) });
  if (change.error instanceof ApiError && change.error.status === 400) return <InvalidLink />;

  const state = isOn === null ? "asking" : isOn ? "on" : "off";
  const Icon = state === "on" ? BellRing : BellOff;
  const texts = {
    asking: {
      title: "Stop the morning mails?",
      body: "Your membership stays as it is: every session is still on your dashboard.",
    },
    off: { title: "Your morning mails are stopped", body: "No more mails each morning. Changed your mind?" },
    on: { title: "Your morning mails are on again", body: "The next one comes at your usual hour." },
  }[state];
  return (
    <div className="grid gap-6">
      <div role="status" className="grid gap-4">
        <Icon aria-hidden="true" className="size-10 text-bolt" />
        <h1 className="text-3xl sm:text-4xl">{texts.title}</h1>
        <p className="leading-relaxed text-muted">{texts.body}</p>
      </div>
      {change.isError && (
        <Alert>
          {change.error instanceof ApiError
            ? change.error.serverText
            : "The server could not be reached. Please try again."}
        </Alert>
      )}
      {state === "asking" && (
        <Button size="lg" isBusy={change.isPending} onClick={() => ask(false)}>
          Stop my wake-up mails
        </Button>
      )}
      {state === "off" && (
        <Button size="lg" variant="secondary" isBusy={change.isPending} onClick={() => ask(true)}>
          Undo: keep my wake-up mails
        </Button>
      )}
    </div>
  );
}
