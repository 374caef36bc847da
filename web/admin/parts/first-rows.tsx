import { useState } from "react";
import { Button } from "../../ui/button.tsx";

/** The first rows of a list that is here as a whole, and the button that shows the next ones. */
export function useFirstRows<Row>(rows: readonly Row[], page: number, { step = page, label = "Show more" } = {}) {
  const [shown, setShown] = useState(page);
  const more = rows.length > shown && (
    <div className="mt-5 grid justify-items-center">
      <Button variant="secondary" onClick={() => setShown(shown + step)}>
        {label}
      </Button>
    </div>
  );
  return { first: rows.slice(0, shown), more };
}
