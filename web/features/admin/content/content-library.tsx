import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { ListedLibraryItem } from "#domain/contract/library.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, CardHeading } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { StackTable } from "../../../ui/stack-table.tsx";
import { StatePanel } from "../../../ui/state-panel.tsx";
import { ShowMore } from "../show-more.tsx";
import { type LibraryFilter, libraryQuery } from "./content.query.ts";
import { isNarrowed, NO_FILTER } from "./content-address.ts";
import { STATUS_OPTIONS } from "./content-words.tsx";
import { LibraryRow } from "./library-row.tsx";
import { PreviewEmailDialog } from "./preview-email-dialog.tsx";

const COLUMNS = ["Date", "Title", "Status", "Media", "Email Sent", "Actions"];
const ANY_STATUS = [{ value: "", label: "Any status" }, ...STATUS_OPTIONS];

type ContentLibraryProps = {
  today: string;
  filter: LibraryFilter;
  onFilter: (filter: LibraryFilter) => void;
  onEdit: (date: string) => void;
};

export function ContentLibrary({ today, filter, onFilter, onEdit }: ContentLibraryProps) {
  const asked = useDeferredValue(filter);
  const library = useInfiniteQuery(libraryQuery({ ...asked, search: asked.search.trim() }));
  const [previewed, setPreviewed] = useState<ListedLibraryItem | null>(null);
  const items = library.data?.pages.flat();
  return (
    <Card aria-labelledby="content-library">
      <CardHeading id="content-library">Content Library</CardHeading>
      <Filters filter={filter} onChange={onFilter} />
      {items ? (
        items.length === 0 ? (
          <StatePanel
            kind="empty"
            title={isNarrowed(filter) ? "No content matches." : "No content yet. Create the first item below."}
          >
            {isNarrowed(filter) && (
              <Button variant="secondary" onClick={() => onFilter(NO_FILTER)}>
                Show all content
              </Button>
            )}
          </StatePanel>
        ) : (
          <StackTable labelledBy="content-library" columns={COLUMNS}>
            {items.map((item) => (
              <LibraryRow
                key={item.id}
                item={item}
                today={today}
                onEdit={() => onEdit(item.date)}
                onPreview={() => setPreviewed(item)}
              />
            ))}
          </StackTable>
        )
      ) : library.isPending ? (
        <StatePanel kind="loading" title="Loading the library..." />
      ) : (
        <StatePanel
          kind="error"
          title="Failed to fetch all content"
          detail={errorDetail(library.error)}
          retry={library}
        />
      )}
      <ShowMore list={library} />
      {previewed && <PreviewEmailDialog item={previewed} onClose={() => setPreviewed(null)} />}
    </Card>
  );
}

type FiltersProps = { filter: LibraryFilter; onChange: (filter: LibraryFilter) => void };

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <search className="mb-5 grid gap-4 sm:grid-cols-3">
      <TextField
        label="Search titles"
        type="search"
        maxLength={80}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.target.value })}
      />
      <TextField
        label="Month"
        type="month"
        value={filter.month}
        onChange={(event) => onChange({ ...filter, month: event.target.value })}
      />
      <SelectField
        label="Show status"
        options={ANY_STATUS}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value })}
      />
    </search>
  );
}
