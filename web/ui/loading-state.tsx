import { clsx } from "clsx";
import { Spinner } from "./button.tsx";

type LoadingStateProps = {
  text: string;
  className?: string;
  /** Fills the screen, so that what follows it on a page does not jump when the content comes. */
  isWholePage?: boolean;
};

export function LoadingState({ text, className, isWholePage = false }: LoadingStateProps) {
  return (
    <div
      role="status"
      className={clsx(
        "grid content-start justify-items-center gap-4 text-muted",
        isWholePage ? "min-h-dvh pt-[22dvh]" : "py-16",
        className,
      )}
    >
      <Spinner className="size-9 text-bolt" />
      <p className="text-sm">{text}</p>
    </div>
  );
}
