import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type RefObject, useDeferredValue, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FallbackChoices } from "#domain/contract/content/empty-mornings.ts";
import { MAX_FALLBACKS } from "#domain/rules/fallbacks.ts";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { bind, SmallButton } from "../parts/controls.tsx";
import { fallbackChoicesQuery } from "./content.query.ts";
import { humanDate } from "./content-words.tsx";
import type { Chosen } from "./fallback-list.tsx";

const SHOWN = 5;

type Choice = FallbackChoices[number];
export function FallbackSearch({ chosen, onAdd }: { chosen: Chosen[]; onAdd: (item: Chosen) => void }) {
  const [search, setSearch] = useState("");
  const [added, setAdded] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const asked = useDeferredValue(search.trim());
  const choices = useQuery(fallbackChoicesQuery(asked));
  if (chosen.length >= MAX_FALLBACKS) {
    return (
      <p className="text-muted text-sm">You've chosen the maximum of {MAX_FALLBACKS}. Remove one to add another.</p>
    );
  }

  function add(item: Choice) {
    setAdded(`Added "${item.title}".`);
    // The pressed button disappears, so move focus to the list.
    flushSync(() => onAdd({ ...item, dropped: null }));
    list.current?.focus();
  }

  const isOpen = ({ id }: Choice) => !chosen.some((item) => item.id === id);
  return (
    <search className="grid grid-cols-1 gap-3">
      <TextField
        label="Add past sessions"
        type="search"
        placeholder="Search titles"
        autoComplete="off"
        maxLength={80}
        {...bind(search, setSearch)}
      />
      <p role="status" className="sr-only">
        {added}
      </p>
      <QueryPanel query={choices} loading="Loading sessions..." failed="Couldn't load the library">
        {(found) =>
          found.some(isOpen) ? (
            <Choices list={list} open={found.filter(isOpen)} onAdd={add} />
          ) : (
            <p className="text-muted text-sm">{emptyText(asked, found.length)}</p>
          )
        }
      </QueryPanel>
    </search>
  );
}

type ChoicesProps = { list: RefObject<HTMLUListElement | null>; open: Choice[]; onAdd: (item: Choice) => void };

function Choices({ list, open, onAdd }: ChoicesProps) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Past sessions"
        className="grid grid-cols-1 gap-1 rounded-xl border border-line p-1"
      >
        {(isWhole ? open : open.slice(0, SHOWN)).map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => onAdd(item)}
              className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left hover:bg-raised"
            >
              <Plus className="size-4 shrink-0 text-bolt" />
              <span className="sr-only">Add </span>
              <span className="wrap-anywhere min-w-0 flex-1 font-semibold text-sm">{item.title}</span>{" "}
              <span className="text-muted text-sm tabular-nums">{humanDate(item.date)}</span>
            </button>
          </li>
        ))}
      </ul>
      {open.length > SHOWN && (
        <SmallButton
          variant="ghost"
          className="justify-self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Show fewer" : `Show ${open.length - SHOWN} more`}
        </SmallButton>
      )}
    </div>
  );
}

function emptyText(search: string, found: number): string {
  if (found > 0) return "All matching sessions are already on your list.";
  return search === ""
    ? "No past sessions yet. You can reuse sessions once they've gone out to members."
    : "No past sessions match.";
}
