import { Search, X } from "lucide-react";
import type { MemberFilter } from "#domain/contract/members.ts";
import { SUBSCRIPTION_STATUSES, SUBSCRIPTION_TYPES } from "#domain/rules/plans.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useTypedSearch } from "../parts/use-typed-search.ts";

type MemberFiltersProps = {
  filter: MemberFilter;
  labels: string[];
  onChange: (filter: Record<string, string>) => void;
};

function options(all: string, values: readonly string[]) {
  return [{ value: "", label: all }, ...values.map((value) => ({ value, label: value }))];
}

export function MemberFilters({ filter, labels, onChange }: MemberFiltersProps) {
  const change = (name: keyof MemberFilter, value: string) => {
    const next = { ...filter, q: search.text.trim(), [name]: value };
    onChange(Object.fromEntries(Object.entries(next).filter(([, chosen]) => chosen)) as Record<string, string>);
  };
  const search = useTypedSearch(filter.q ?? "", (text) => change("q", text));
  const isFiltered = Object.values(filter).some(Boolean);
  // A label out of the address may be one that nobody has any more.
  const known = filter.label && !labels.includes(filter.label) ? [filter.label, ...labels] : labels;
  return (
    <search className="grid gap-4 sm:grid-cols-3">
      <form
        className="sm:col-span-3"
        onSubmit={search.submit}
        // Who goes on to a member it has not been found for yet comes back to what they looked for.
        onBlur={search.settle}
      >
        <div className="relative">
          <TextField
            label="Search by address or name"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={100}
            value={search.text}
            className="pl-11"
            onChange={({ target }) => search.type(target.value)}
          />
          <Search aria-hidden="true" className="pointer-events-none absolute bottom-3.5 left-4 size-5 text-muted" />
        </div>
      </form>
      <SelectField
        label="Subscription"
        options={options("All", SUBSCRIPTION_TYPES)}
        value={filter.type ?? ""}
        onChange={({ target }) => change("type", target.value)}
      />
      <SelectField
        label="Status"
        options={options("All", SUBSCRIPTION_STATUSES)}
        value={filter.status ?? ""}
        onChange={({ target }) => change("status", target.value)}
      />
      <SelectField
        label="Label"
        options={options("Any", known)}
        value={filter.label ?? ""}
        onChange={({ target }) => change("label", target.value)}
      />
      {isFiltered && (
        <Button
          variant="ghost"
          className="justify-self-start"
          onClick={() => {
            search.clear();
            onChange({});
          }}
        >
          <X aria-hidden="true" className="size-4" />
          Show all members
        </Button>
      )}
    </search>
  );
}
