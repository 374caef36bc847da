import { Search, X } from "lucide-react";
import type { MemberFilter } from "#domain/contract/member-list.ts";
import { SUBSCRIPTION_STATUSES, SUBSCRIPTION_TYPES } from "#domain/rules/plans.ts";
import { useTypedSearch } from "../../lib/use-typed-search.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { bind } from "../parts/bind.ts";

type MemberFiltersProps = {
  filter: MemberFilter;
  labels: string[];
  onChange: (filter: Record<string, string>) => void;
};

export function MemberFilters({ filter, labels, onChange }: MemberFiltersProps) {
  const change = (name: keyof MemberFilter, value: string) => {
    const next = { ...filter, q: search.text.trim(), [name]: value };
    onChange(Object.fromEntries(Object.entries(next).filter(([, chosen]) => chosen)) as Record<string, string>);
  };
  const search = useTypedSearch(filter.q ?? "", (text) => change("q", text));
  const isFiltered = Object.values(filter).some(Boolean);
  // A label from the URL may not exist anymore; keep it selectable.
  const known = filter.label && !labels.includes(filter.label) ? [filter.label, ...labels] : labels;
  const selects = [
    { name: "type", label: "Subscription", all: "All", values: SUBSCRIPTION_TYPES },
    { name: "status", label: "Status", all: "All", values: SUBSCRIPTION_STATUSES },
    { name: "label", label: "Label", all: "Any", values: known },
  ] as const;
  return (
    <search className="grid gap-4 sm:grid-cols-3">
      <form
        className="sm:col-span-3"
        onSubmit={search.submit}
        // Apply the search before leaving for a result, so that Back returns to it.
        onBlur={search.settle}
      >
        <div className="relative">
          <TextField
            label="Search by email or name"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={100}
            className="pl-11"
            {...bind(search.text, search.type)}
          />
          <Search aria-hidden="true" className="pointer-events-none absolute bottom-3.5 left-4 size-5 text-muted" />
        </div>
      </form>
      {selects.map(({ name, label, all, values }) => (
        <SelectField
          key={name}
          label={label}
          options={[{ value: "", label: all }, ...values.map((value) => ({ value, label: value }))]}
          {...bind(filter[name] ?? "", (value) => change(name, value))}
        />
      ))}
      {isFiltered && (
        <Button
          icon={X}
          variant="ghost"
          className="justify-self-start"
          onClick={() => {
            search.show("");
            onChange({});
          }}
        >
          Show all members
        </Button>
      )}
    </search>
  );
}
