import type { MemberImport } from "#domain/contract/imports.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import {
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
} from "#domain/rules/import-fields.ts";
import { DATE_ORDERS, type DateOrder, readDay } from "#domain/rules/written-dates.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { bind, submits } from "../parts/controls.tsx";
import { useAction } from "../parts/use-action.ts";
import { IMPORTS } from "./imports.query.ts";
import "./imports.css";

/** What the administrator says about the file: the check's request. */
export type Answers = { mapping: ImportMapping; dateOrder?: DateOrder };

type MapColumnsProps = { of: MemberImport; answers: Answers; onAnswers: (answers: Answers) => void };

const dayIn = (example: string, order: DateOrder) => formatLongDate(readDay(example, order) ?? "");

/** Which column holds what. Checking the file changes nothing but the counts. */
export function MapColumns({ of, answers, onAnswers }: MapColumnsProps) {
  const { id, columns, state, dateExample } = of;
  const { mapping: fields, dateOrder } = answers;
  const check = useAction({
    act: () => adminApi.admin.imports[":id"].check.$post({ param: { id }, json: answers }),
    reads: [[IMPORTS]],
    failed: false,
  });
  const options = [
    { value: "", label: "Not in the file" },
    ...columns.map((label, index) => ({ value: String(index), label })),
  ];
  const set = (field: ImportField, value: string) => {
    const { [field]: _, ...others } = fields;
    onAnswers({ ...answers, mapping: value === "" ? others : { ...others, [field]: Number(value) } });
  };
  return (
    <form {...submits(() => check.mutate())} className="grid gap-4">
      <fieldset className="import-fields">
        <legend className="sr-only">Columns</legend>
        {IMPORT_FIELD_NAMES.map((field) => (
          <SelectField
            key={field}
            label={IMPORT_FIELDS[field][0]}
            options={options}
            {...bind(String(fields[field] ?? ""), (value) => set(field, value))}
          />
        ))}
      </fieldset>
      {dateExample !== null && (
        <SelectField
          label={`What does ${dateExample} mean?`}
          hint="The file's dates can be read both ways. Your answer applies to all of them."
          options={[
            { value: "", label: "Choose" },
            ...DATE_ORDERS.map((order) => ({ value: order, label: dayIn(dateExample, order) })),
          ]}
          {...bind(dateOrder ?? "", (value) =>
            onAnswers({ ...answers, dateOrder: DATE_ORDERS.find((order) => order === value) }),
          )}
        />
      )}
      {check.isError && <Alert>{errorDetail(check.error)}</Alert>}
      <Button
        type="submit"
        variant={state === "checked" ? "secondary" : "primary"}
        isBusy={check.isPending}
        className="justify-self-start"
      >
        {state === "checked" ? "Check again" : "Check file"}
      </Button>
    </form>
  );
}
