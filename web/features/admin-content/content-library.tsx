import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import { Card, CardHeading } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { StackTable } from "../../ui/stack-table.tsx";
import { libraryQuery } from "./content.query.ts";
import { LibraryRow } from "./library-row.tsx";
import { PreviewEmailDialog } from "./preview-email-dialog.tsx";

const COLUMNS = ["Date", "Title", "Status", "Media", "Email Sent", "Actions"];

type ContentLibraryProps = { password: string; onEdit: (date: string) => void };

export function ContentLibrary({ password, onEdit }: ContentLibraryProps) {
  const library = useQuery(libraryQuery(password));
  const [previewed, setPreviewed] = useState<ContentItem | null>(null);
  return (
    <Card aria-labelledby="content-library">
      <CardHeading id="content-library">Content Library</CardHeading>
      {library.data ? (
        <Rows items={library.data} onEdit={onEdit} onPreview={setPreviewed} />
      ) : library.isPending ? (
        <LoadingState text="Loading the library..." className="py-8" />
      ) : (
        <ErrorState
          title="Failed to fetch all content"
          detail={library.error.message}
          onRetry={() => library.refetch()}
          isRetrying={library.isFetching}
        />
      )}
      {previewed && <PreviewEmailDialog password={password} item={previewed} onClose={() => setPreviewed(null)} />}
    </Card>
  );
}

type RowsProps = { items: ContentItem[]; onEdit: (date: string) => void; onPreview: (item: ContentItem) => void };

function Rows({ items, onEdit, onPreview }: RowsProps) {
  if (items.length === 0)
    return <p className="py-8 text-center text-muted">No content yet. Create the first item below.</p>;
  return (
    <StackTable labelledBy="content-library" columns={COLUMNS} className="max-h-[34rem] overflow-y-auto">
      {items.map((item) => (
        <LibraryRow key={item.id} item={item} onEdit={() => onEdit(item.date)} onPreview={() => onPreview(item)} />
      ))}
    </StackTable>
  );
}
