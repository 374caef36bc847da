import { Search, X } from "lucide-react";
import type { MemberCounts, MemberFilter, MemberList } from "#domain/contract/member-list.ts";
import { formatDateTime } from "#domain/formats.ts";
import { STATUS_NAMES } from "#domain/rules/member-status.ts";
import { GROUP_NAMES, INVITATION_NAMES, LAST_SESSION_NAMES, TYPE_NAMES } from "#domain/rules/segment.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { bind, Disclosure, optionsOf } from "../parts/controls.tsx";
import { ListSearch } from "../parts/list-search.tsx";

type MemberFiltersProps = {
  filter: MemberFilter;
  list: Pick<MemberList, "members" | "labels" | "imports" | "isInside"> | undefined;
  counts: MemberCounts | undefined;
  onChange: (name: keyof MemberFilter, value: string) => void;
  onClear: () => void;
};

export function MemberFilters({ filter, list, counts, onChange, onClear }: MemberFiltersProps) {
  const { members = [], labels = [], imports = [], isInside = false } = list ?? {};
  const isFiltered = Object.values(filter).some(Boolean);
  // A label from the URL may not exist anymore; keep it selectable.
  const known = filter.label && !labels.includes(filter.label) ? [filter.label, ...labels] : labels;
  const first = [
    { name: "type", label: "Subscription", all: "All", options: optionsOf(TYPE_NAMES, counts?.types) },
    {
      name: "status",
      label: "Status",
      all: "All",
      options: optionsOf({ ...STATUS_NAMES, invited: "Imported, not accepted" }, counts?.statuses),
    },
    { name: "group", label: "Needs attention", all: "Any", options: optionsOf(GROUP_NAMES, counts?.groups) },
    { name: "label", label: "Label", all: "Any", options: known.map((value) => ({ value, label: value })) },
  ] as const;
  const more = [
    {
      name: "importId",
      label: "Import",
      all: "Any",
      options: imports.map(({ id, filename }) => ({ value: id, label: filename })),
    },
    { name: "invitation", label: "Invitation", all: "Any", options: optionsOf(INVITATION_NAMES) },
    { name: "lastSession", label: "Last session", all: "Any", options: optionsOf(LAST_SESSION_NAMES) },
  ] as const;
  const dates = [
    { name: "joinedFrom", label: "Joined from" },
    { name: "joinedThrough", label: "Joined through" },
  ] as const;
  const isMore = [...more, ...dates].some(({ name }) => filter[name]);
  const select = ({ name, label, all, options }: (typeof first | typeof more)[number]) => (
    <SelectField
      key={name}
      label={label}
      options={[{ value: "", label: all }, ...options]}
      {...bind(filter[name] ?? "", (value) => onChange(name, value))}
    />
  );
  return (
    <ListSearch
      label="Search by email or name"
      hint={
        isInside && members.length > 0
          ? "Found inside names and emails."
          : "Finds how names and emails begin, then any part of them."
      }
      className="member-filters"
      text={filter.q ?? ""}
      onSearch={(text) => onChange("q", text)}
    >
      {first.map(select)}
      <Disclosure title="More filters" isOpen={isMore}>
        <div className="member-filters grid gap-3">
          {more.map(select)}
          {dates.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              type="date"
              {...bind(filter[name] ?? "", (value) => onChange(name, value))}
            />
          ))}
        </div>
      </Disclosure>
      {isFiltered && (
        <div className="member-filtered flex flex-wrap items-center justify-between gap-3">
          {filter.failedSlot && (
            <p className="text-sm">Only members whose wake-up email failed on {formatDateTime(filter.failedSlot)}.</p>
          )}
          {filter.q && !isInside && filter.q.length > 2 && (
            <Button icon={Search} variant="ghost" onClick={() => onChange("inside", "yes")}>
              Search inside names and emails
            </Button>
          )}
          <Button icon={X} variant="ghost" onClick={() => onClear()}>
            Show all members
          </Button>
        </div>
      )}
    </ListSearch>
  );
}
