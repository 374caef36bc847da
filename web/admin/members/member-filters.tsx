import { X } from "lucide-react";
import type { MemberCounts, MemberFilter } from "#domain/contract/member-list.ts";
import { formatDateTime, formatNumber } from "#domain/formats.ts";
import { STATUS_NAMES } from "#domain/rules/member-status.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { bind } from "../parts/controls.tsx";
import { ListSearch } from "../parts/list-search.tsx";
import { TYPE_NAMES } from "./member-words.ts";

type MemberFiltersProps = {
  filter: MemberFilter;
  labels: string[];
  counts: MemberCounts | undefined;
  onChange: (name: keyof MemberFilter, value: string) => void;
  onClear: () => void;
};

const GROUPS: Record<NonNullable<MemberFilter["group"]>, string> = {
  "out-of-sync": "Out of sync with PayPal",
  "trial-ends": "Trial ends within a week",
  bounced: "Bounced or reported",
};

type Counted = Partial<Record<string, number>> | null | undefined;

/** Options in product words, with how many members each has. */
function optionsOf(names: Record<string, string>, counts: Counted) {
  return Object.entries(names).map(([value, name]) => {
    const count = counts?.[value];
    return { value, label: count === undefined ? name : `${name} (${formatNumber(count)})` };
  });
}

/** What the search finds. */
function hintOf(counts: MemberCounts | undefined): string {
  if (counts?.searchesInside === false)
    return "Finds only the beginnings of names and emails, because there are more than 250,000 members.";
  return "With three or more letters, finds any part of a name or email.";
}

export function MemberFilters({ filter, labels, counts, onChange, onClear }: MemberFiltersProps) {
  const isFiltered = Object.values(filter).some(Boolean);
  // A label from the URL may not exist anymore; keep it selectable.
  const known = filter.label && !labels.includes(filter.label) ? [filter.label, ...labels] : labels;
  const selects = [
    { name: "type", label: "Subscription", all: "All", options: optionsOf(TYPE_NAMES, counts?.types) },
    {
      name: "status",
      label: "Status",
      all: "All",
      options: optionsOf({ ...STATUS_NAMES, invited: "Imported, not accepted" }, counts?.statuses),
    },
    { name: "group", label: "Needs attention", all: "Any", options: optionsOf(GROUPS, counts?.groups) },
    { name: "label", label: "Label", all: "Any", options: known.map((value) => ({ value, label: value })) },
  ] as const;
  return (
    <ListSearch
      label="Search by email or name"
      hint={hintOf(counts)}
      className="member-filters"
      text={filter.q ?? ""}
      onSearch={(text) => onChange("q", text)}
    >
      {selects.map(({ name, label, all, options }) => (
        <SelectField
          key={name}
          label={label}
          options={[{ value: "", label: all }, ...options]}
          {...bind(filter[name] ?? "", (value) => onChange(name, value))}
        />
      ))}
      {isFiltered && (
        <div className="member-filtered flex flex-wrap items-center justify-between gap-3">
          {filter.failedSlot && (
            <p className="text-sm">Only members whose wake-up email failed on {formatDateTime(filter.failedSlot)}.</p>
          )}
          <Button icon={X} variant="ghost" onClick={() => onClear()}>
            Show all members
          </Button>
        </div>
      )}
    </ListSearch>
  );
}
