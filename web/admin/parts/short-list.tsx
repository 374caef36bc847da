import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";

type ShortListProps = { shown?: number; none: ReactNode; children: ReactNode[] };

export function ShortList({ shown = Number.POSITIVE_INFINITY, none, children }: ShortListProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (children.length === 0) return none;
  const hidden = isWhole ? 0 : Math.max(0, children.length - shown);
  return (
    <>
      <ul className="grid gap-2">{children.slice(0, children.length - hidden)}</ul>
      {hidden > 0 && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setIsWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  );
}
