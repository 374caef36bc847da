import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MemberImport } from "#domain/contract/imports.ts";
import { formatDate } from "#domain/formats.ts";
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from "#domain/rules/imports.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { textOfFile } from "../media/text-of-file.ts";
import { DropZone } from "../media/upload-field.tsx";
import { Disclosure } from "../parts/controls.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { ImportItem, STATES } from "./import-item.tsx";
import { IMPORTS, importsQuery, isBusy } from "./imports.query.ts";
import { InvitationsCard } from "./invitations-card.tsx";

const HINT =
  "Bring in the members you have elsewhere from a CSV file. Check it first, then import. No one is emailed until you send invitations.";

export function ImportPage() {
  const imports = useQuery(importsQuery);
  const queryClient = useQueryClient();
  const atWork = imports.data?.imports
    .filter(isBusy)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    // What each import or undo has done changes who can be invited, and the members.
    if (atWork === undefined) return;
    for (const queryKey of [["/api/admin/invitations"], everyMemberKey])
      void queryClient.invalidateQueries({ queryKey });
  }, [atWork, queryClient]);
  return (
    <div className="in-turn grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card id="import" title="Import members" hint={HINT}>
        <div className="grid gap-6">
          <UploadImport />
          <QueryPanel query={imports} loading="Loading imports..." failed="Couldn't load imports">
            {(list) =>
              list.imports.length > 0 && (
                <ul aria-label="Imports" className="grid gap-3">
                  {list.imports.map((one, place) => (
                    <ListedImport key={one.id} of={one} isNewest={place === 0} />
                  ))}
                </ul>
              )
            }
          </QueryPanel>
        </div>
      </Card>
      <InvitationsCard />
    </div>
  );
}

function ListedImport({ of, isNewest }: { of: MemberImport; isNewest: boolean }) {
  // One that's shown stays, with what is being answered, after it ends or another is uploaded.
  const [isFolded] = useState(!isNewest && !isBusy(of) && of.state !== "undone");
  const item = <ImportItem of={of} isFolded={isFolded} />;
  const title = `${of.filename} · ${STATES[of.state].label} · ${formatDate(of.createdAt)}`;
  return <li>{isFolded ? <Disclosure title={title}>{item}</Disclosure> : item}</li>;
}

function UploadImport() {
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      // In UTF-8, the only encoding that the server takes.
      const body = new Blob([await textOfFile(file)], { type: "text/csv" });
      const param = { id: crypto.randomUUID() };
      const query = { filename: file.name.slice(0, 200) };
      return read(adminApi.admin.imports[":id"].$put({ param, query }, { init: { body } }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [IMPORTS] }),
  });

  function take([file, another]: File[]) {
    if (!file) return;
    const problem = another ? "Choose one file at a time." : file.size > MAX_IMPORT_BYTES ? IMPORT_TOO_LARGE : null;
    setRefusal(problem);
    if (problem === null) upload.mutate(file);
  }

  if (upload.isPending) return <StatePanel kind="loading" title="Uploading the file..." />;
  return (
    <div className="grid gap-3">
      <DropZone label="Upload a CSV file" accept=".csv,.txt,.tsv" onFiles={take}>
        Up to 25 MB and 100,000 rows. Ghost's exports have no end dates, nor do those of Paid Memberships Pro for people
        who renew: we ask what these people get.
      </DropZone>
      {refusal && <Alert>{refusal}</Alert>}
      {!refusal && upload.isError && (
        <Alert>
          {upload.variables.name}: {errorDetail(upload.error)}
        </Alert>
      )}
    </div>
  );
}
