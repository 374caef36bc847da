import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MemberImport } from "#domain/contract/imports.ts";
import { formatDate } from "#domain/formats.ts";
import { type ImportGroup, LISTED_PEOPLE } from "#domain/rules/import-result.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { SmallButton } from "../parts/controls.tsx";
import { IMPORTS } from "./imports.query.ts";

type ImportPeopleProps = { of: MemberImport; group: ImportGroup; label: string };

/** A number of an import, which opens the list of its people; only text once the file is deleted. */
export function ImportPeople({ of, group, label }: ImportPeopleProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!of.hasFile) return <span>{label}</span>;
  return (
    <>
      <SmallButton aria-haspopup="dialog" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {label}
      </SmallButton>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={label} isWide>
        <People of={of} group={group} />
      </Dialog>
    </>
  );
}

const peopleQuery = (id: string, group: ImportGroup) =>
  adminQuery([IMPORTS, id, group], () =>
    adminApi.admin.imports[":id"].people.$get({ param: { id }, query: { of: group } }),
  );

function People({ of, group }: Omit<ImportPeopleProps, "label">) {
  const listed = useQuery(peopleQuery(of.id, group));
  const hasEnded = of.endedAt !== null && group !== "rejected";
  return (
    <QueryPanel query={listed} loading="Loading the list..." failed="Couldn't load the list">
      {({ people }) => (
        <>
          <ul className="grid divide-y divide-line">
            {people.map(({ row, email, name, through, notes, isMade }) => (
              <li key={row} className="wrap-anywhere grid gap-1 py-3">
                <span className="font-medium">{[name, email].filter(Boolean).join(" · ") || "No address"}</span>
                <span className="text-muted text-sm">
                  Row {row}
                  {through && ` · access through ${formatDate(`${through}T12:00:00Z`)}`}
                  {hasEnded && !isMade && " · no account created"}
                  {notes && ` · ${notes}`}
                </span>
              </li>
            ))}
          </ul>
          {people.length === LISTED_PEOPLE && (
            <p className="text-muted text-sm">These are the first {LISTED_PEOPLE}. The report has everyone.</p>
          )}
        </>
      )}
    </QueryPanel>
  );
}
