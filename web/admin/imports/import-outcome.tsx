import type { MemberImport } from "#domain/contract/imports.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { GRANT_PLANS } from "#domain/rules/access.ts";
import type { ImportMapping } from "#domain/rules/import-fields.ts";
import { REMARKS } from "#domain/rules/import-remarks.ts";
import { Alert } from "../../ui/alert.tsx";
import { ImportPeople } from "./import-people.tsx";

/** An import in people: what a check promises, or what came of it. Each number opens its list. */
export function ImportOutcome({ of }: { of: MemberImport }) {
  const { result, refused } = of;
  if (result === null) return null;
  const plans = GRANT_PLANS.filter((plan) => result[plan] > 0).toReversed();
  const withAccess = plans.reduce((sum, plan) => sum + result[plan], 0);
  const others = [
    ["none", result.none, "have no access"],
    ["noEmail", result.noEmail, "want no email"],
    ["unreachable", result.unreachable, "can't be emailed"],
    ["rejected", refused, "rejected"],
  ] as const;
  return (
    <ul aria-label="In people" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <li className="flex flex-wrap items-center gap-2">
        <strong>{formatNumber(withAccess)} get access</strong>
        {plans.map((plan) => (
          <ImportPeople key={plan} of={of} group={plan} label={`${formatNumber(result[plan])} ${plan}`} />
        ))}
      </li>
      {others.map(
        ([group, count, words]) =>
          count > 0 && (
            <li key={group}>
              <ImportPeople of={of} group={group} label={`${formatNumber(count)} ${words}`} />
            </li>
          ),
      )}
    </ul>
  );
}

const LOOKS = { end: "an end", optOut: "an opt-out" } as const;

/** What an import won't use, and what it takes for something else. */
export function ImportCaveats({ of, mapping }: { of: MemberImport; mapping: ImportMapping }) {
  const { columns, samples, looks, remarks, asks } = of;
  const used = new Set(Object.values(mapping));
  const unused = columns.flatMap((name, at) =>
    used.has(at) || at === asks.openStatus || at === asks.openEnd || !samples[at]?.length
      ? []
      : [{ name, look: looks[at] ?? null }],
  );
  const namesOf = (look: "end" | "optOut" | null) => unused.filter((one) => one.look === look).map(({ name }) => name);
  const plain = namesOf(null);
  return (
    <>
      {(["end", "optOut"] as const).map(
        (look) =>
          namesOf(look).length > 0 && (
            <Alert key={look} tone="info">
              Looks like {LOOKS[look]} but isn't used: {namesOf(look).join(", ")}
            </Alert>
          ),
      )}
      {remarks.length > 0 && (
        <ul aria-label="Replaced or left out" className="wrap-anywhere grid gap-1 text-sm">
          {remarks.map(({ kind, text, count }) => (
            <li key={`${kind} ${text}`}>
              {formatCount(count, "row")}: {REMARKS[kind](text)}
            </li>
          ))}
        </ul>
      )}
      {plain.length > 0 && <p className="wrap-anywhere text-muted text-sm">Not used: {plain.join(", ")}</p>}
    </>
  );
}
