import { type SubmitEvent, useState } from "react";
import { refusedFields } from "../lib/api-error.ts";

type Values<Name extends string> = Record<Name, string>;
export type Checks<Name extends string> = Record<Name, (values: Values<Name>) => string | null>;
type Errors<Name extends string> = Partial<Record<Name, string>>;

/** Text fields the browser keeps. Submitting focuses the first invalid one. `error`: the server's; what it says of a field shows there until the field changes. */
export function useCheckedForm<Name extends string>(
  checks: Checks<Name>,
  send: (values: Values<Name>) => void,
  error: unknown = null,
) {
  const refused = refusedFields(error);
  const [problems, setProblems] = useState<Errors<Name>>({});
  // Fields changed since this refusal.
  const [corrected, setCorrected] = useState({ refused, names: [] as string[] });
  const names = Object.keys(checks) as Name[];

  const read = (form: HTMLFormElement): Values<Name> => {
    const data = new FormData(form);
    return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")])) as Values<Name>;
  };
  const check = (values: Values<Name>, among: Name[]): Errors<Name> =>
    Object.fromEntries(
      among.flatMap((name) => {
        const problem = checks[name](values);
        return problem === null ? [] : [[name, problem]];
      }),
    ) as Errors<Name>;

  const submit = (form: HTMLFormElement, among: Name[], then: (values: Values<Name>) => void) => {
    const values = read(form);
    const found = check(values, among);
    setProblems(found);
    const firstWrong = among.find((name) => found[name] !== undefined);
    if (firstWrong === undefined) return then(values);
    const field = form.elements.namedItem(firstWrong);
    if (field instanceof HTMLElement) field.focus();
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(event.currentTarget, names, send);
  };
  /** For another button of the form, which needs only some of its fields. */
  const otherButton = (among: Name[], then: (values: Values<Name>) => void) => ({
    onClick: ({ currentTarget }: { currentTarget: HTMLButtonElement }) => {
      if (currentTarget.form) submit(currentTarget.form, among, then);
    },
  });
  const onChange = ({ currentTarget, target }: { currentTarget: HTMLFormElement; target: EventTarget }) => {
    const values = read(currentTarget);
    const name = "name" in target ? String(target.name) : "";
    // What's being typed isn't wrong yet; another field's problem may be over.
    setProblems((before) =>
      check(
        values,
        names.filter((one) => one !== name && one in before),
      ),
    );
    setCorrected((before) => ({ refused, names: before.refused === refused ? [...before.names, name] : [name] }));
  };
  const field = (name: Name) => {
    const isCorrected = corrected.refused === refused && corrected.names.includes(name);
    return { name, error: problems[name] ?? (isCorrected ? undefined : refused[name]) };
  };
  /** The server's error, unless a field shows it. */
  const formError = names.some((name) => refused[name] !== undefined) ? null : error;
  return { form: { noValidate: true, onSubmit, onChange }, field, otherButton, formError };
}
