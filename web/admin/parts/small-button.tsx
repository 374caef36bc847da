import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";

export function SmallButton({ variant = "secondary", ...rest }: Omit<ComponentProps<typeof Button>, "size">) {
  return <Button variant={variant} size="sm" {...rest} />;
}
