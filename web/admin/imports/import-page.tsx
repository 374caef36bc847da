import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ImportItem } from "./import-item.tsx";
import { importsQuery } from "./imports.query.ts";
import { InvitationsCard } from "./invitations-card.tsx";
import { UploadImport } from "./upload-import.tsx";

const HINT =
  "Bring in the members you have elsewhere from a CSV file. Check it first, then import. No one is emailed until you send invitations.";

export function ImportPage() {
  const imports = useQuery(importsQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card id="import" title="Import members" hint={HINT}>
        <div className="grid gap-6">
          <UploadImport />
          <QueryPanel query={imports} loading="Loading imports..." failed="Couldn't load imports">
            {(list) =>
              list.imports.length > 0 && (
                <ul aria-label="Imports" className="grid gap-3">
                  {list.imports.map((one) => (
                    <ImportItem key={one.id} of={one} />
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
