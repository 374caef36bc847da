import type * as z from "zod";
import { type Checks, useCheckedForm } from "../../ui/use-checked-form.ts";
import { bind } from "./controls.tsx";

type Typed<Name extends string> = Record<Name, string>;

type ContractForm<Name extends string, Schema extends z.ZodObject> = {
  schema: Schema;
  /** The typed text per field; the caller keeps it. */
  typed: Typed<Name>;
  write: (typed: Typed<Name>) => void;
  /** Turns typed text into what the schema checks: a number, an instant, undefined instead of "". */
  toRequest: (typed: Typed<Name>) => unknown;
  send: (request: z.output<Schema>, typed: Typed<Name>) => void;
  error?: unknown;
};

/** A form whose text is checked by a contract schema. */
export function useContractForm<Name extends string, Schema extends z.ZodObject>(options: ContractForm<Name, Schema>) {
  const { schema, typed, write, toRequest, send, error } = options;
  const names = Object.keys(typed) as Name[];
  const problemOf = (name: Name, values: Typed<Name>) =>
    schema.safeParse(toRequest(values)).error?.issues.find(({ path }) => path[0] === name)?.message ?? null;
  const checks = Object.fromEntries(
    names.map((name) => [name, (values: Typed<Name>) => problemOf(name, values)]),
  ) as Checks<Name>;
  const { form, field: checked } = useCheckedForm(
    checks,
    (values) => send(schema.parse(toRequest(values)), values),
    error,
  );
  const field = (name: Name) => ({
    ...checked(name),
    ...bind(typed[name], (text) => write({ ...typed, [name]: text })),
  });
  return { form, field };
}
