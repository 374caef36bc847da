import { clsx } from "clsx";
import { Spinner } from "./spinner.tsx";

export function LoadingState({ text, className }: { text: string; className?: string }) {
  return (
    <div
      role="status"
      className={clsx("grid place-content-center place-items-center gap-4 py-16 text-muted", className)}
    >
      <Spinner className="size-9 text-bolt" />
      <p className="text-sm">{text}</p>
    </div>
  );
}
