import { ArrowRight } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import { keepWelcome, readWelcome, type StoredWelcome } from "../features/money/stored-welcome.ts";
import { CONFIRMED, OPENS_WITH_PAYMENT } from "../features/money/welcome-words.ts";
import { useProfile } from "../features/profile/profile.query.ts";
import { useEngagement } from "../features/progress/progress.query.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { WelcomeSteps } from "./welcome-steps.tsx";

/** After a purchase, in place of the spec's alert, and after a gift: the welcome and three steps (docs/rules/spec.md, "Intentional departures"). */
export function WelcomeCard({ user }: { user: SessionUser }) {
  const [welcome, setWelcome] = useState(readWelcome);
  const profile = useProfile().data;
  const engagement = useEngagement().data;
  const left = [
    profile?.isSetUp === false && "set your password",
    engagement?.itemsCompleted === 0 && "play your first session",
  ].filter((step) => step !== false);
  // Until both are known, nothing counts as done.
  const isDone = profile !== undefined && engagement !== undefined && left.length === 0;
  const keep = useCallback((next: StoredWelcome | null) => {
    keepWelcome(next);
    setWelcome(next);
  }, []);
  const isOver = isDone && welcome?.isLeft;
  useEffect(() => {
    if (isOver) keep(null);
  }, [isOver, keep]);
  if (welcome === null) return null;
  const leave = () => keep(isDone ? null : { ...welcome, isLeft: true });
  if (welcome.isLeft) {
    if (left.length === 0) return null;
    return (
      <button
        type="button"
        onClick={() => keep({ ...welcome, isLeft: false })}
        className="mb-5 flex min-h-12 w-full items-center gap-3 rounded-xl border border-bolt/50 bg-bolt/8 px-4 py-2 text-left text-sm hover:border-bolt"
      >
        <span className="flex-1">
          <strong className="text-bolt">Finish setting up:</strong> {left.join(", ")}
        </span>
        <ArrowRight className="size-4 shrink-0 text-bolt" />
      </button>
    );
  }
  return (
    <Dialog
      isScreen
      isOpen
      onOpenChange={leave}
      title={`Welcome to ${BRAND.name}!`}
      description={
        <>
          {CONFIRMED}
          {welcome.subscriptionId !== null && (
            <>
              {" "}
              Your subscription ID is <strong className="wrap-anywhere text-ink">{welcome.subscriptionId}</strong>.
            </>
          )}
          {welcome.opensWithPayment && ` ${OPENS_WITH_PAYMENT}`}
        </>
      }
    >
      <WelcomeSteps user={user} onLeave={leave} />
      <Button variant={isDone ? "primary" : "ghost"} className="justify-self-center" onClick={leave}>
        {isDone ? "Go to your dashboard" : "Finish this later"}
      </Button>
    </Dialog>
  );
}
