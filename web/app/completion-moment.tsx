import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { contentPath } from "#domain/paths.ts";
import { useSession } from "../features/account/session.query.ts";
import { rewindAtom } from "../features/player/item-track.atoms.ts";
import { type Moment, momentAtom } from "../features/progress/completion.atoms.ts";
import { CompletionNote } from "../features/progress/completion-card.tsx";
import { MarkNotDone } from "../features/progress/mark-not-done.tsx";
import { refreshMonths } from "../features/progress/save-progress.mutation.ts";
import { dockHeightAtom } from "../ui/dock-height.atoms.ts";

export function CompletionMoment({ moment }: { moment: Moment }) {
  const { data: user } = useSession();
  const show = useSetAtom(momentAtom);
  const rewind = useSetAtom(rewindAtom);
  const dockHeight = useAtomValue(dockHeightAtom);
  const queryClient = useQueryClient();
  if (user?.id !== moment.memberId) return null;
  return (
    <div
      style={{
        bottom: `max(${dockHeight}px + 0.75rem, env(safe-area-inset-bottom))`,
        maxHeight: `calc(100dvh - ${dockHeight}px - 1.5rem)`,
      }}
      className="fixed inset-x-3 z-40 mx-auto max-w-md overflow-y-auto rounded-card sm:right-5 sm:left-auto sm:w-[24rem]"
    >
      <CompletionNote engagement={moment.engagement} href={contentPath(moment.id)} onClose={() => show(null)}>
        <MarkNotDone
          owner={moment}
          onUndone={() => {
            rewind(moment.id, true);
            refreshMonths(queryClient);
            show(null);
          }}
        />
      </CompletionNote>
    </div>
  );
}
