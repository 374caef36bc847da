import { ArrowRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import { keepWelcome, readWelcome, type StoredWelcome } from "../features/money/stored-welcome.ts";
import { useProfile } from "../features/profile/profile.query.ts";
import { useEngagement } from "../features/progress/progress.query.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { WelcomeSteps } from "./welcome-steps.tsx";

const OPENS_PAID =
  "You approved an earlier plan but never paid for it, so your access starts when PayPal confirms your first payment. That usually takes a few minutes.";

/** After a purchase, in place of the spec's alert: the welcome and, for someone logged in, three steps (docs/rules/spec.md). */
export function WelcomeCard({ user }: { user: SessionUser | null }) {
  const [welcome, setWelcome] = useState(readWelcome);
  if (welcome === null) return null;
  const keep = (next: StoredWelcome | null) => {
    keepWelcome(next);
    setWelcome(next);
  };
  if (user === null) {
    return (
      <WelcomeScreen welcome={welcome} onClose={() => keep(null)}>
        <Button size="lg" onClick={() => keep(null)}>
          Log in
        </Button>
      </WelcomeScreen>
    );
  }
  return <MembersWelcome user={user} welcome={welcome} onKeep={keep} />;
}

type MembersWelcomeProps = {
  user: SessionUser;
  welcome: StoredWelcome;
  onKeep: (welcome: StoredWelcome | null) => void;
};

function MembersWelcome({ user, welcome, onKeep }: MembersWelcomeProps) {
  const profile = useProfile().data;
  const engagement = useEngagement().data;
  const left = [
    profile?.hasPassword === false && "set your password",
    engagement?.itemsCompleted === 0 && "play your first session",
  ].filter((step) => step !== false);
  // Until both are known, nothing counts as done.
  const isDone = profile !== undefined && engagement !== undefined && left.length === 0;
  const leave = () => onKeep(isDone ? null : { ...welcome, isLeft: true });
  const isOver = isDone && welcome.isLeft;
  useEffect(() => {
    if (isOver) onKeep(null);
  }, [isOver, onKeep]);
  if (welcome.isLeft) {
    if (left.length === 0) return null;
    return (
      <button
        type="button"
        onClick={() => onKeep({ ...welcome, isLeft: false })}
        className="mb-5 flex min-h-12 w-full items-center gap-3 rounded-xl border border-bolt/50 bg-bolt/8 px-4 py-2 text-left text-sm hover:border-bolt"
      >
        <span className="flex-1">
          <strong className="text-bolt">Finish setting up:</strong> {left.join(", ")}
        </span>
        <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-bolt" />
      </button>
    );
  }
  return (
    <WelcomeScreen welcome={welcome} onClose={leave}>
      <WelcomeSteps user={user} onLeave={leave} />
      <Button variant={isDone ? "primary" : "ghost"} className="justify-self-center" onClick={leave}>
        {isDone ? "Go to the dashboard" : "Finish this later"}
      </Button>
    </WelcomeScreen>
  );
}

type WelcomeScreenProps = { welcome: StoredWelcome; onClose: () => void; children: ReactNode };

function WelcomeScreen({ welcome, onClose, children }: WelcomeScreenProps) {
  return (
    <Dialog
      isScreen
      isOpen
      onOpenChange={onClose}
      title={`Welcome to ${BRAND.name}!`}
      description={
        <>
          <p>
            Your membership is confirmed. Your subscription ID is{" "}
            <strong className="wrap-anywhere text-ink">{welcome.subscriptionId}</strong>.
          </p>
          {welcome.opensWithPayment && <p className="mt-2">{OPENS_PAID}</p>}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
