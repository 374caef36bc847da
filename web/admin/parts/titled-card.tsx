import type { ComponentProps } from "react";
import { Card, CardHeading } from "../../ui/card.tsx";

type TitledCardProps = ComponentProps<typeof CardHeading> & { id: string; title: string; className?: string };

export function TitledCard({ id, title, hint, aside, className, children }: TitledCardProps) {
  return (
    <Card aria-labelledby={id} className={className}>
      <CardHeading id={id} hint={hint} aside={aside}>
        {title}
      </CardHeading>
      {children}
    </Card>
  );
}
