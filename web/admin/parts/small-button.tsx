import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";

/** A button that looks like a link, in a row of several. */
export const LINK = { variant: "ghost", size: "sm", className: "!px-0" } as const;

export function SmallButton({ variant = "secondary", ...rest }: Omit<ComponentProps<typeof Button>, "size">) {
  return <Button variant={variant} size="sm" {...rest} />;
}
