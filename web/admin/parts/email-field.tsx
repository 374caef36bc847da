import type { ComponentProps } from "react";
import { TextField } from "../../ui/field.tsx";

export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoComplete="off" {...props} />;
}
