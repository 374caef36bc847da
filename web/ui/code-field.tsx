import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** For six digits; phones offer to fill in a code that just arrived. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  return <TextField label="Code" hint="Six digits" inputMode="numeric" autoComplete="one-time-code" {...field} />;
}
