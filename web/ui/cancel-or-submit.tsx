import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type CancelOrSubmitProps = { onCancel: () => void; isBusy: boolean; children: ReactNode };

/** Ends a form that was opened in place of what it changes. */
export function CancelOrSubmit({ onCancel, children, ...submit }: CancelOrSubmitProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={onCancel} disabled={submit.isBusy}>
        Cancel
      </Button>
      <Button type="submit" className="max-sm:flex-auto" {...submit}>
        {children}
      </Button>
    </div>
  );
}
