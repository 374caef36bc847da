import { type SubmitEvent, useState } from "react";

type Values<Name extends string> = Record<Name, string>;
/** Per field what is wrong with it, or null. */
type Checks<Name extends string> = Record<Name, (values: Values<Name>) => string | null>;
type Errors<Name extends string> = Partial<Record<Name, string>>;

/**
 * A form of a few text fields, which the browser keeps. It is checked when it is sent, and what was wrong again while it is
 * corrected; the first wrong field gets the focus. The sign-in pages have no room for a form library.
 */
export function useCheckedForm<Name extends string>(checks: Checks<Name>, send: (values: Values<Name>) => void) {
  const [errors, setErrors] = useState<Errors<Name>>({});
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

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = read(form);
    const found = check(values, names);
    setErrors(found);
    const firstWrong = names.find((name) => found[name] !== undefined);
    if (firstWrong === undefined) return send(values);
    const field = form.elements.namedItem(firstWrong);
    if (field instanceof HTMLElement) field.focus();
  };
  const onChange = (event: { currentTarget: HTMLFormElement }) => {
    const values = read(event.currentTarget);
    setErrors((before) => check(values, Object.keys(before) as Name[]));
  };
  return { errors, form: { noValidate: true, onSubmit, onChange } };
}
