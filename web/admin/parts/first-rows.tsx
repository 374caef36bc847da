import { useState } from "react";
import { Button } from "../../ui/button.tsx";

type More = { step?: number; label?: string };

/** The first rows of a list that is here as a whole, and the button that shows the next ones. */
export function useFirstRows<Row>(rows: readonly Row[], page: number, { step = page, label = "Show more" }: More = {}) {
  const [shown, setShown] = useState(page);
  const more = rows.length > shown && (
    <Button variant="secondary" className="mt-5 justify-self-center" onClick={() => setShown(shown + step)}>
      {label}
    </Button>
  );
  return { first: rows.slice(0, shown), more };
}
