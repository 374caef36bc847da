import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtom } from "jotai";
import { useDeferredValue, useState } from "react";
import type { ListedLibraryItem } from "#domain/contract/library.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, CardHeading } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { StackTable } from "../../../ui/stack-table.tsx";
import { StatePanel } from "../../../ui/state-panel.tsx";
import { keptAtom } from "../kept.atoms.ts";
import { type LibraryFilter, libraryQuery } from "./content.query.ts";
import { STATUS_OPTIONS } from "./content-words.tsx";
import { LibraryRow } from "./library-row.tsx";
import { PreviewEmailDialog } from "./preview-email-dialog.tsx";

const COLUMNS = ["Date", "Title", "Status", "Media", "Email Sent", "Actions"];
const NO_FILTER: LibraryFilter = { search: "", month: "", status: "" };
const filterAtom = keptAtom(() => NO_FILTER);
const ANY_STATUS = [{ value: "", label: "Any status" }, ...STATUS_OPTIONS];

type ContentLibraryProps = { today: string; onEdit: (date: string) => void };

export function ContentLibrary({ today, onEdit }: ContentLibraryProps) {
  const [filter, setFilter] = useAtom(filterAtom);
  const asked = useDeferredValue(filter);
  const library = useInfiniteQuery(libraryQuery({ ...asked, search: asked.search.trim() }));
  const [previewed, setPreviewed] = useState<ListedLibraryItem | null>(null);
  const items = library.data?.pages.flat();
  const isNarrowed = Object.values(filter).some((text) => text !== "");
  return (
    <Card aria-labelledby="content-library">
      <CardHeading id="content-library">Content Library</CardHeading>
      <Filters filter={filter} onChange={setFilter} />
      {items ? (
        items.length === 0 ? (
          <StatePanel
            kind="empty"
            title={isNarrowed ? "No content matches." : "No content yet. Create the first item below."}
          >
            {isNarrowed && (
              <Button variant="secondary" onClick={() => setFilter(NO_FILTER)}>
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
      {library.hasNextPage && (
        <div className="mt-5 grid justify-items-center gap-2">
          {library.isFetchNextPageError && (
            <p role="alert" className="text-bad text-sm">
              The next rows did not load: {errorDetail(library.error)}
            </p>
          )}
          <Button variant="secondary" isBusy={library.isFetchingNextPage} onClick={() => library.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
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
