import type { ComponentProps, SubmitEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

export function bind(value: string, write: (value: string) => void) {
  return { value, onChange: ({ target }: { target: { value: string } }) => write(target.value) };
}

/** For a form that the browser doesn't check and whose fields are bound. */
export function submits(send: () => void) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  return { noValidate: true, onSubmit };
}

export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoComplete="off" {...props} />;
}

/** A button that looks like a link, in a row of several. */
export const LINK = { variant: "ghost", size: "sm", className: "!px-0" } as const;

export function SmallButton({ variant = "secondary", ...rest }: Omit<ComponentProps<typeof Button>, "size">) {
  return <Button variant={variant} size="sm" {...rest} />;
}
