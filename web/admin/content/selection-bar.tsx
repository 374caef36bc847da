import { getDefaultStore } from "jotai";
import { Ellipsis, X } from "lucide-react";
import { useEffect } from "react";
import { formatCount } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { IconButton } from "../../ui/button.tsx";
import { dockHeightAtom } from "../../ui/dock-height.atoms.ts";
import { ActionError } from "../parts/action-error.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { useAction } from "../parts/use-action.ts";
import { DAY_ACTIONS, DaysQuestion } from "./days-question.tsx";
import { type DoneJob, useSelection } from "./selection.atoms.ts";

const GAP_PX = 12;

/** A toast that confirms an upload must not cover the next press. */
function holdUpToasts(bar: HTMLElement | null) {
  getDefaultStore().set(dockHeightAtom, bar ? bar.offsetHeight + GAP_PX : 0);
}

/** What can be done with the selected days, in view wherever the page is scrolled to, and the undo of what was done last. */
export function SelectionBar() {
  const { days, asked, isOn, done, ask, clear, finish, closeQuestion } = useSelection();
  return (
    <>
      {(isOn || done) && (
        <section ref={holdUpToasts} aria-label="Selected sessions" className="selection-bar">
          {done && !isOn ? (
            <Done key={done.id} job={done} onClose={() => finish(null)} />
          ) : (
            <>
              <p role="status" className="mr-auto font-bold max-sm:text-sm">
                {days.length === 0 ? "Select days" : `${days.length} selected`}
              </p>
              {days.length > 0 && (
                <>
                  <SmallButton onClick={() => ask({ moveBy: 1 })}>Move</SmallButton>
                  <SmallButton onClick={() => ask({ status: "scheduled" })}>Schedule</SmallButton>
                  <Menu
                    label="More actions"
                    icon={Ellipsis}
                    items={DAY_ACTIONS.slice(1)
                      .filter(({ action }) => !action.swap || days.length === 2)
                      .map(({ label, action }) => ({ label, onSelect: () => ask(action) }))}
                  />
                </>
              )}
              <IconButton isSmall icon={X} label="Clear selection" onClick={clear} />
            </>
          )}
        </section>
      )}
      {asked && <DaysQuestion days={asked.days} action={asked.action} onClose={closeQuestion} onDone={finish} />}
    </>
  );
}

/** For as long as it can be undone. */
function Done({ job, onClose }: { job: DoneJob; onClose: () => void }) {
  const undo = useAction({
    act: () => adminApi.content.days[":id"].undo.$post({ param: { id: job.id } }),
    reads: [["/api/content"]],
  });
  const { data: undone, isPending, mutate } = undo;
  useEffect(() => {
    const timer = setTimeout(onClose, Math.max(0, Date.parse(job.undoUntil) - Date.now()));
    return () => clearTimeout(timer);
  }, [job, onClose]);
  return (
    <>
      <div role="status" className="mr-auto min-w-0">
        <p className="font-bold">{undone ? `${formatCount(undone.restored, "session")} restored` : job.text}</p>
        {undone?.left.map((text) => (
          <p key={text} className="text-muted text-sm">
            {text}
          </p>
        ))}
      </div>
      <ActionError of={undo} title="Couldn't undo this" />
      {!undone && (
        <SmallButton isBusy={isPending} onClick={() => mutate()}>
          Undo
        </SmallButton>
      )}
      <IconButton isSmall icon={X} label="Dismiss" onClick={onClose} />
    </>
  );
}
