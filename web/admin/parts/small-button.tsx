import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";

/** What a row or a panel offers: a button of the second rank, unless it says otherwise. */
export function SmallButton({ variant = "secondary", ...rest }: Omit<ComponentProps<typeof Button>, "size">) {
  return <Button variant={variant} size="sm" {...rest} />;
}
