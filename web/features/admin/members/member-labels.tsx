import { Plus, X } from "lucide-react";
import { type FormEvent, useRef } from "react";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { Button } from "../../../ui/button.tsx";
import { CONTROL_CLASS } from "../../../ui/field.tsx";
import { useKeptText } from "../kept.atoms.ts";
import { useMemberAction } from "./use-member-action.ts";

const LONGEST = 40;

/** A label goes and comes at a touch: taking one off is undone by putting it on again. */
export function MemberLabels({ id, labels }: { id: string; labels: string[] }) {
  const [text, setText] = useKeptText(`label/${id}`);
  const field = useRef<HTMLInputElement>(null);
  // What changes, and not the whole set: another administrator may have put one on meanwhile.
  const set = useMemberAction(async (json: { add: string[] } | { remove: string[] }) => {
    await read(adminApi.admin.members[":id"].labels.$put({ param: { id }, json }));
    return {};
  });

  function add(event: FormEvent) {
    event.preventDefault();
    const label = text.trim().toLowerCase();
    if (label === "" || set.isPending) return;
    set.mutate({ add: [label] }, { onSuccess: () => setText((typed) => (typed === text ? "" : typed)) });
  }

  function takeOff(label: string) {
    if (set.isPending) return;
    // Its button goes with it: the focus must not.
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
                aria-label={`Take the label ${label} off`}
                aria-disabled={set.isPending}
                onClick={() => takeOff(label)}
                className="grid size-11 shrink-0 place-items-center rounded-full hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="flex items-center gap-2">
        <input
          ref={field}
          type="text"
          aria-label="New label"
          placeholder="New label"
          maxLength={LONGEST}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={`${CONTROL_CLASS} max-w-[10rem]`}
        />
        <Button type="submit" variant="secondary" isBusy={set.isPending} aria-disabled={text.trim() === ""}>
          <Plus aria-hidden="true" className="size-4" />
          Add
        </Button>
      </form>
    </div>
  );
}
