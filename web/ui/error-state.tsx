import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type ErrorStateProps = {
  title: string;
  detail?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Something did not load: what, why, and a way to try again. */
export function ErrorState({ title, detail, onRetry, isRetrying = false, children }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid place-items-center gap-4 rounded-card border border-line bg-panel px-6 py-10 text-center"
    >
      <TriangleAlert aria-hidden="true" className="size-8 text-warn" />
      <div className="grid gap-1.5">
        <p className="text-lg font-bold semi-wide">{title}</p>
        {detail && <p className="break-words text-sm text-muted">{detail}</p>}
      </div>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} isBusy={isRetrying}>
          {!isRetrying && <RotateCw aria-hidden="true" className="size-4" />}
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}
