import { TitledCard } from "../parts/titled-card.tsx";

export function ImportPage() {
  return (
    <TitledCard id="import" title="Import members">
      <p>Bring the members you have elsewhere, from a CSV file. No one is emailed by an import.</p>
    </TitledCard>
  );
}
