import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { EmptyMorningsResponse } from "#domain/contract/content/empty-mornings.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { humanDate } from "./content-words.tsx";

export type Chosen = EmptyMorningsResponse["fallbacks"][number];

const DROPPED = { draft: "Draft", hidden: "Hidden", deleted: "Deleted" } as const;

const MOVES = [
  { by: -1, where: "up", icon: ArrowUp },
  { by: 1, where: "down", icon: ArrowDown },
] as const;

export function FallbackList({ chosen, onChange }: { chosen: Chosen[]; onChange: (chosen: Chosen[]) => void }) {
  const heading = useId();
  const list = useRef<HTMLOListElement>(null);
  const [announcement, announce] = useState("");

  function move(index: number, by: number, button: HTMLElement) {
    const item = chosen[index];
    const to = index + by;
    if (!item || to < 0 || to >= chosen.length) return;
    announce(`"${item.title}" is now number ${to + 1} of ${chosen.length}.`);
    // A row that moves in the DOM loses focus.
    flushSync(() => onChange(chosen.toSpliced(index, 1).toSpliced(to, 0, item)));
    button.focus();
  }

  function remove(index: number) {
    announce(`Removed "${chosen[index]?.title}".`);
    flushSync(() => onChange(chosen.toSpliced(index, 1)));
    list.current?.focus();
  }

  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h3 id={heading} className="font-semibold semi-wide text-sm">
        {chosen.length === 0 ? "No sessions chosen yet" : "Sent in this order"}
      </h3>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol ref={list} tabIndex={-1} aria-labelledby={heading} className="grid grid-cols-1 gap-2 empty:hidden">
        {chosen.map(({ id, date, title, dropped }, index) => {
          const name = title ? `"${title}"` : humanDate(date);
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-night py-2 pr-2 pl-4"
            >
              <span aria-hidden="true" className="w-5 font-black text-bolt tabular-nums">
                {index + 1}
              </span>
              <div className="grid min-w-0 flex-1 basis-[9rem] justify-items-start gap-1">
                <p className="wrap-anywhere font-semibold">{title || "Deleted session"}</p>
                <p className="text-muted text-sm tabular-nums">{humanDate(date)}</p>
                {dropped && (
                  <Badge tone="orange" className="!whitespace-normal">
                    {`${DROPPED[dropped]}: not sent`}
                  </Badge>
                )}
              </div>
              <div className="ml-auto flex gap-1">
                {MOVES.map(({ by, where, icon: Icon }) => (
                  <IconButton
                    icon={Icon}
                    key={where}
                    label={`Move ${name} ${where}`}
                    className="aria-disabled:opacity-40"
                    aria-disabled={chosen[index + by] === undefined}
                    onClick={(event) => move(index, by, event.currentTarget)}
                  />
                ))}
                <IconButton icon={X} label={`Remove ${name}`} onClick={() => remove(index)} />
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
