import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { adminApi } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { bind, CONTROL_CLASS, submits } from "../../ui/field.tsx";
import { useStoredText } from "../parts/stored.atoms.ts";
import { useAction } from "../parts/use-action.ts";
import { everyMemberKey } from "./members.query.ts";

/** Labels change with one tap and no question: removing one is undone by adding it again. */
export function MemberLabels({ id, labels }: { id: string; labels: string[] }) {
  const [text, setText] = useStoredText(`label/${id}`);
  const field = useRef<HTMLInputElement>(null);
  // Send only what changed: another administrator may have added a label since.
  const set = useAction({
    act: (json: { add: string[] } | { remove: string[] }) =>
      adminApi.admin.members[":id"].labels.$put({ param: { id }, json }),
    reads: [everyMemberKey],
  });

  function add() {
    const label = text.trim().toLowerCase();
    if (label === "" || set.isPending) return;
    set.mutate({ add: [label] }, { onSuccess: () => setText((typed) => (typed === text ? "" : typed)) });
  }

  function takeOff(label: string) {
    if (set.isPending) return;
    // The pressed button disappears, so move focus to the field.
    field.current?.focus();
    set.mutate({ remove: [label] });
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {labels.length > 0 && (
        <ul aria-label="Labels" className="contents">
          {labels.map((label) => (
            <li
              key={label}
              className="inline-flex max-w-full items-center rounded-full border border-bolt/50 bg-bolt/12 pl-4 text-bolt text-sm"
            >
              <span className="truncate">{label}</span>
              <button
                type="button"
                aria-label={`Remove label ${label}`}
                aria-disabled={set.isPending}
                onClick={() => takeOff(label)}
                className="grid size-11 shrink-0 place-items-center rounded-full hover:text-ink"
              >
                <X className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form {...submits(add)} className="flex items-center gap-2">
        <input
          ref={field}
          type="text"
          aria-label="New label"
          placeholder="New label"
          maxLength={40}
          autoComplete="off"
          {...bind(text, setText)}
          className={`${CONTROL_CLASS} max-w-[10rem]`}
        />
        <Button type="submit" icon={Plus} variant="secondary" isBusy={set.isPending} aria-disabled={text.trim() === ""}>
          Add
        </Button>
      </form>
    </div>
  );
}
