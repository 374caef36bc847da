import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedLibraryItem } from "#domain/contract/content/library.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StackTable } from "../../ui/stack-table.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { bind } from "../parts/controls.tsx";
import { ListSearch } from "../parts/list-search.tsx";
import { libraryQuery } from "./content.query.ts";
import { type ContentAddress, isMonth, isNarrowed, NO_FILTER } from "./content-address.ts";
import { STATUS_OPTIONS } from "./content-words.tsx";
import { LIBRARY_CARD, libraryColumns } from "./library-columns.tsx";
import { PreviewEmailDialog } from "./preview-email-dialog.tsx";
import { useSelection } from "./selection.atoms.ts";

const ANY_STATUS = [{ value: "", label: "Any status" }, ...STATUS_OPTIONS];

export function ContentLibrary({ today, filter, go }: Pick<ContentAddress, "today" | "filter" | "go">) {
  const library = useInfiniteQuery(libraryQuery(filter));
  /** Changing it remounts the filters, which clears their fields. */
  const [clearings, setClearings] = useState(0);
  const { isSelected, toggle, extend } = useSelection();
  const [previewed, setPreviewed] = useState<ListedLibraryItem | null>(null);
  return (
    <Card id="content-library" title="Content library">
      <ListSearch
        key={clearings}
        label="Search titles"
        maxLength={80}
        className="mb-5 gap-4 sm:grid-cols-3"
        text={filter.search}
        onSearch={(search) => go({ filter: { search } })}
      >
        <MonthField month={filter.month} onChange={(month) => go({ filter: { month } })} />
        <SelectField
          label="Filter by status"
          options={ANY_STATUS}
          {...bind(filter.status, (status) => go({ filter: { status } }))}
        />
      </ListSearch>
      <QueryPanel query={library} loading="Loading the library..." failed="Failed to fetch all content">
        {({ pages }) =>
          pages.flat().length > 0 ? (
            <StackTable
              labelledBy="content-library"
              rows={pages.flat()}
              keyOf={({ id }) => id}
              cardClass={LIBRARY_CARD}
              columns={libraryColumns({
                today,
                go,
                onPreview: setPreviewed,
                isSelected,
                onSelect: (item, isRange) => (isRange ? extend(item.date, pages.flat()) : toggle(item)),
              })}
            />
          ) : isNarrowed(filter) ? (
            <StatePanel kind="empty" title="No sessions match.">
              <Button
                variant="secondary"
                onClick={() => {
                  go({ filter: NO_FILTER });
                  setClearings(clearings + 1);
                }}
              >
                Show all sessions
              </Button>
            </StatePanel>
          ) : (
            <StatePanel kind="empty" title="No sessions yet. Create the first one above." />
          )
        }
      </QueryPanel>
      <ShowMore list={library} />
      {previewed && <PreviewEmailDialog item={previewed} onClose={() => setPreviewed(null)} />}
    </Card>
  );
}

/** Browsers without month pickers show a plain text field, so a half-typed month doesn't filter yet. */
function MonthField({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const [text, setText] = useState(month);
  const [isLeft, setIsLeft] = useState(false);
  const isHalf = text !== "" && !isMonth(text);
  return (
    <TextField
      label="Month"
      type="month"
      placeholder="YYYY-MM"
      value={text}
      error={isHalf && isLeft ? "Enter a month like 2026-11" : undefined}
      onChange={({ target }) => {
        setText(target.value);
        setIsLeft(false);
        if (target.value === "" || isMonth(target.value)) onChange(target.value);
      }}
      onBlur={() => setIsLeft(true)}
    />
  );
}
