import { OctagonPause } from "lucide-react";
import type { SendingState } from "#domain/contract/wake-up.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { useAction } from "../parts/use-action.ts";
import { allDeliveries } from "./delivery.query.ts";

type Pause = NonNullable<SendingState["pause"]>;

const WORDS: Record<Pause["kind"], { title: string; button: string; done: string; failed: string; follows: string }> = {
  all: {
    title: "Sending is paused",
    button: "Try now",
    done: "Trying now",
    failed: "Couldn't try sending",
    follows: "One batch goes first. The rest follow once it gets through.",
  },
  complaints: {
    title: "Some emails are paused",
    button: "Resume",
    done: "Resumed",
    failed: "Couldn't resume sending",
    follows: "After you resume, only new complaints count.",
  },
};

export function PauseCard({ pause }: { pause: Pause }) {
  const { title, button, done, failed, follows } = WORDS[pause.kind];
  const attempt = useAction({
    act: () => adminApi.admin.delivery.try.$post(),
    reads: [allDeliveries],
    notify: () => ({ title: done, description: follows, tone: "info" }),
  });
  return (
    <section
      aria-labelledby="paused"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-warn/60 bg-warn/10 p-5 sm:p-7"
    >
      <OctagonPause className="size-8 shrink-0 text-warn" />
      <div className="grid min-w-0 grow basis-[16rem] gap-1">
        <h2 id="paused" className="text-xl">
          {title}
        </h2>
        <p className="wrap-anywhere">{pause.reason || "No reason given."}</p>
        <p className="text-muted text-sm">
          Until {formatDateTime(pause.until)}. {follows}
        </p>
      </div>
      <Button isBusy={attempt.isPending} onClick={() => attempt.mutate()}>
        {button}
      </Button>
      <ActionError of={attempt} title={failed} />
    </section>
  );
}
