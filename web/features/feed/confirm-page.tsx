import { useMutation } from "@tanstack/react-query";
import { type LucideIcon, Unlink } from "lucide-react";
import { Link } from "react-router";
import { Screen } from "../../brand/screen.tsx";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";

type Words = { icon: LucideIcon; title: string; text: string };
type ConfirmPageProps = {
  /** Null if the address lacks a part. */
  call: (() => Promise<unknown>) | null;
  asked: Words & { action: string; failed: string };
  done: Words & { to: string; label: string };
  /** For a link that was cut off, or that no longer opens anything. */
  dead: Omit<ConfirmPageProps["done"], "icon" | "title">;
};

/** Opening the page changes nothing; the button does. */
export function ConfirmPage({ call, asked, done, dead }: ConfirmPageProps) {
  const { error, isPending, isSuccess, mutate } = useMutation({ mutationFn: async () => call?.() });
  const isDead = call === null || hasErrorCode(error, "validation") || hasErrorCode(error, "not_found");
  if (!isDead && !isSuccess) {
    const { action, failed, ...words } = asked;
    return (
      <Screen {...words}>
        {error && <Alert>{formErrorText(error, failed)}</Alert>}
        <Button size="lg" isBusy={isPending} onClick={() => mutate()}>
          {action}
        </Button>
      </Screen>
    );
  }
  const { to, label, ...words } = isDead ? { ...dead, icon: Unlink, title: "This link doesn't work" } : done;
  return (
    <Screen {...words} isTrouble={isDead}>
      <Link to={to} className={buttonClass("secondary", "lg")}>
        {label}
      </Link>
    </Screen>
  );
}
