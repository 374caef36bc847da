import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { MAX_FALLBACKS } from "#domain/rules/fallbacks.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { TextField } from "../../../ui/field.tsx";
import { StatePanel } from "../../../ui/state-panel.tsx";
import { humanDate } from "../content/content-words.tsx";
import { fallbackChoicesQuery } from "./empty-mornings.query.ts";
import type { Chosen } from "./fallback-list.tsx";

type FallbackSearchProps = { chosen: Chosen[]; onAdd: (item: Chosen) => void };

/** Released content to choose from, newest first. */
export function FallbackSearch({ chosen, onAdd }: FallbackSearchProps) {
  const [search, setSearch] = useState("");
  const [added, setAdded] = useState("");
  const asked = useDeferredValue(search.trim());
  const choices = useQuery(fallbackChoicesQuery(asked));
  if (chosen.length >= MAX_FALLBACKS) {
    return <p className="text-muted text-sm">{MAX_FALLBACKS} are chosen. Take one off the list to choose another.</p>;
  }
  const open = choices.data?.filter(({ id }) => !chosen.some((item) => item.id === id));
  return (
    <search className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextField
        label="Add released sessions"
        type="search"
        placeholder="Search titles"
        autoComplete="off"
        maxLength={80}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <p role="status" className="sr-only">
        {added}
      </p>
      {open ? (
        open.length === 0 ? (
          <p className="text-muted text-sm">{emptyText(asked, choices.data?.length ?? 0)}</p>
        ) : (
          <ul className="grid max-h-72 grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto rounded-xl border border-line p-1">
            {open.map((item) => (
              <li key={item.id}>
                <button
                  type="button"
                  onClick={() => {
                    setAdded(`“${item.title}” is on the list.`);
                    onAdd({ ...item, dropped: null });
                  }}
                  className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left hover:bg-raised"
                >
                  <Plus aria-hidden="true" className="size-4 shrink-0 text-bolt" />
                  <span className="sr-only">Add </span>
                  <span className="wrap-anywhere min-w-0 flex-1 font-semibold text-sm">{item.title}</span>{" "}
                  <span className="text-muted text-sm tabular-nums">{humanDate(item.date)}</span>
                </button>
              </li>
            ))}
          </ul>
        )
      ) : choices.isPending ? (
        <StatePanel kind="loading" title="Looking into the library..." />
      ) : (
        <StatePanel kind="error" title="The library did not load" detail={errorDetail(choices.error)} retry={choices} />
      )}
    </search>
  );
}

function emptyText(search: string, found: number): string {
  if (found > 0) return "All that was found is on the list.";
  return search === ""
    ? "Nothing is released yet: what members have had can be sent again."
    : "No released session matches.";
}
