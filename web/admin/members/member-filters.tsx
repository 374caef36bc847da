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

/** Without options, a date. */
type Shown = { name: keyof MemberFilter; label: string; all?: string; options?: ReturnType<typeof optionsOf> };

const STATUSES = { ...STATUS_NAMES, invited: "Imported, not accepted" };

export function MemberFilters({ filter, list, counts, onChange, onClear }: MemberFiltersProps) {
  const { members = [], labels = [], imports = [], isInside = false } = list ?? {};
  const isFiltered = Object.values(filter).some(Boolean);
  // A label from the URL may not exist anymore; keep it selectable.
  const known = filter.label && !labels.includes(filter.label) ? [filter.label, ...labels] : labels;
  const first: Shown[] = [
    { name: "type", label: "Subscription", all: "All", options: optionsOf(TYPE_NAMES, counts?.types) },
    { name: "status", label: "Status", all: "All", options: optionsOf(STATUSES, counts?.statuses) },
    { name: "group", label: "Needs attention", options: optionsOf(GROUP_NAMES, counts?.groups) },
    { name: "label", label: "Label", options: known.map((value) => ({ value, label: value })) },
  ];
  const more: Shown[] = [
    { name: "importId", label: "Import", options: imports.map(({ id, filename }) => ({ value: id, label: filename })) },
    { name: "invitation", label: "Invitation", options: optionsOf(INVITATION_NAMES) },
    { name: "lastSession", label: "Last session", options: optionsOf(LAST_SESSION_NAMES) },
    { name: "joinedFrom", label: "Joined from" },
    { name: "joinedThrough", label: "Joined through" },
  ];
  const field = ({ name, label, all = "Any", options }: Shown) => {
    const bound = { label, ...bind(filter[name] ?? "", (value) => onChange(name, value)) };
    if (!options) return <TextField key={name} type="date" {...bound} />;
    return <SelectField key={name} options={[{ value: "", label: all }, ...options]} {...bound} />;
  };
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
      {first.map(field)}
      <Disclosure title="More filters" isOpen={more.some(({ name }) => filter[name])}>
        <div className="member-filters grid gap-3">{more.map(field)}</div>
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
