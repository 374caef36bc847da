import type { ComponentProps } from "react";
import { Card } from "../../ui/card.tsx";

export function TitledCard(props: ComponentProps<typeof Card>) {
  return <Card {...props} />;
}
