import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from "#domain/rules/import-fields.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { bind } from "../parts/controls.tsx";
import type { SaidProps } from "./import-questions.tsx";

/** Which column holds what, with values of each. */
export function MapColumns({ of, said, onSaid }: SaidProps) {
  const { columns, samples } = of;
  const options = [
    { value: "", label: "Not in the file" },
    ...columns.map((label, index) => ({ value: String(index), label })),
  ];
  const set = (field: ImportField, value: string) => {
    const { [field]: _, ...others } = said.mapping;
    onSaid({ ...said, mapping: value === "" ? others : { ...others, [field]: Number(value) } });
  };
  return (
    <div className="import-fields">
      {IMPORT_FIELD_NAMES.map((field) => (
        <SelectField
          key={field}
          label={IMPORT_FIELDS[field]}
          hint={samples[said.mapping[field] ?? -1]?.join(" · ")}
          options={options}
          {...bind(String(said.mapping[field] ?? ""), (value) => set(field, value))}
        />
      ))}
    </div>
  );
}
