import type * as z from "zod";
import { bind } from "../../ui/field.tsx";
import { type Checks, useCheckedForm } from "../../ui/use-checked-form.ts";

type Typed<Name extends string> = Record<Name, string>;

type StoredForm<Name extends string, Schema extends z.ZodObject> = {
  schema: Schema;
  /** The typed text per field; the caller keeps it. */
  typed: Typed<Name>;
  write: (typed: Typed<Name>) => void;
  /** Turns typed text into what the schema checks: a number, an instant, undefined instead of "". */
  toRequest: (typed: Typed<Name>) => unknown;
  send: (request: z.output<Schema>, typed: Typed<Name>) => void;
  refused?: Partial<Record<string, string>>;
};

/** A validated form whose text is kept outside of it and checked by a contract schema. */
export function useStoredForm<Name extends string, Schema extends z.ZodObject>(options: StoredForm<Name, Schema>) {
  const { schema, typed, write, toRequest, send, refused } = options;
  const names = Object.keys(typed) as Name[];
  const problemOf = (name: Name, values: Typed<Name>) =>
    schema.safeParse(toRequest(values)).error?.issues.find(({ path }) => path[0] === name)?.message ?? null;
  const checks = Object.fromEntries(
    names.map((name) => [name, (values: Typed<Name>) => problemOf(name, values)]),
  ) as Checks<Name>;
  const { form, field: checked } = useCheckedForm(
    checks,
    (values) => send(schema.parse(toRequest(values)), values),
    refused,
  );
  const field = (name: Name) => ({
    ...checked(name),
    ...bind(typed[name], (text) => write({ ...typed, [name]: text })),
  });
  return { form, field };
}
