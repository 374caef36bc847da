import type { SubmitEvent } from "react";

/** For a form that the browser doesn't check and whose fields are bound. */
export function submits(send: () => void) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  return { noValidate: true, onSubmit };
}

export function bind(value: string, write: (value: string) => void) {
  return { value, onChange: ({ target }: { target: { value: string } }) => write(target.value) };
}
