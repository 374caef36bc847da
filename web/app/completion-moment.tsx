import { useQueryClient } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { contentPath } from "#domain/paths.ts";
import { useSession } from "../features/auth/session.query.ts";
import { rewindAtom } from "../features/player/player.atoms.ts";
import { type Moment, momentAtom } from "../features/progress/completion.atoms.ts";
import { CompletionNote } from "../features/progress/completion-card.tsx";
import { MarkNotDone } from "../features/progress/mark-not-done.tsx";
import { refreshMonths } from "../features/progress/save-progress.mutation.ts";

/** A completion beside the page that the member is on meanwhile, above the dock. */
export function CompletionMoment({ moment }: { moment: Moment }) {
  const { data: user } = useSession();
  const show = useSetAtom(momentAtom);
  const rewind = useSetAtom(rewindAtom);
  const queryClient = useQueryClient();
  if (user?.id !== moment.memberId) return null;
  return (
    <div className="above-dock fixed inset-x-3 bottom-[max(var(--dock-height,0px)+0.75rem,env(safe-area-inset-bottom))] z-40 mx-auto max-h-[calc(100dvh-var(--dock-height,0px)-1.5rem)] max-w-md overflow-y-auto rounded-card sm:right-5 sm:left-auto sm:w-96">
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
