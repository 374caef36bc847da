import { useMutation } from "@tanstack/react-query";
import { BellOff, BellRing, type LucideIcon, Unlink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { BRAND } from "#domain/brand.ts";
import type { UnsubscribeLink, UnsubscribeResponse } from "#domain/contract/unsubscribe.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText, hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";

const LINK = "text-ink underline underline-offset-4";
const MY_ACCOUNT = (
  <Link to={APP_PAGES.profile} className={LINK}>
    My Account
  </Link>
);

/** Opening the page changes nothing; the button does, and who pressed it can take it back. */
export function UnsubscribePanel({ link }: { link: UnsubscribeLink }) {
  const [answer, setAnswer] = useState<UnsubscribeResponse | null>(null);
  const stop = useMutation({
    mutationFn: () => read(api.unsubscribe.$post({ json: link })),
    onSuccess: setAnswer,
  });
  const undo = useMutation({
    mutationFn: (value: string) => read(api.unsubscribe.undo.$post({ json: { ...link, undo: value } })),
    onSuccess: setAnswer,
  });
  if (hasErrorCode(stop.error, "validation") || hasErrorCode(undo.error, "validation")) return <InvalidLink />;
  if (answer === null) {
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
        <Link to={APP_PAGES.dashboard} className={buttonClass("secondary", "lg")}>
          Go to your dashboard
        </Link>
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
  return (
    <Screen
      icon={Unlink}
      title="This unsubscribe link does not work"
      isTrouble
      text={
        <>
          It may have been cut off by your mail program. Please open it from the mail again, switch the mails off under{" "}
          {MY_ACCOUNT}, or write to{" "}
          <a href={`mailto:${BRAND.supportEmail}`} className={LINK}>
            {BRAND.supportEmail}
          </a>
          .
        </>
      }
    />
  );
}

type ScreenProps = { icon: LucideIcon; title: string; text: ReactNode; isTrouble?: boolean; children?: ReactNode };

function Screen({ icon: Icon, title, text, isTrouble = false, children }: ScreenProps) {
  return (
    <div className="grid gap-6">
      <div role={isTrouble ? "alert" : "status"} className="grid gap-4">
        <Icon aria-hidden="true" className={isTrouble ? "size-10 text-warn" : "size-10 text-bolt"} />
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <p className="text-muted leading-relaxed">{text}</p>
      </div>
      {children}
    </div>
  );
}
