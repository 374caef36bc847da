/** Terms and facts. Screen readers announce a fact that changes. */
export function FactList({ facts }: { facts: readonly (readonly [term: string, fact: string])[] }) {
  return (
    <dl aria-live="polite" className="grid gap-4 border-line border-t pt-6">
      {facts.map(([term, fact]) => (
        <div key={term} className="grid gap-1 sm:grid-cols-[7rem_1fr]">
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere min-w-0 font-medium">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
