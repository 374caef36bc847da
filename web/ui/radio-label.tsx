import { clsx } from "clsx";
import type { ReactNode } from "react";

type RadioProps = { name: string; value: string; isChosen: boolean; onChoose: () => void; children: ReactNode };
type RadioLabelProps = RadioProps & { className: string; dot: string };

/** A radio button in a frame that can be pressed anywhere. */
export function RadioLabel({ isChosen, onChoose, children, className, dot, ...radio }: RadioLabelProps) {
  const frame =
    "cursor-pointer rounded-xl border border-control bg-night has-checked:border-bolt has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-bolt";
  const input = clsx("focus-visible:outline-none", dot);
  return (
    <label className={clsx(frame, className)}>
      <input type="radio" {...radio} checked={isChosen} onChange={onChoose} className={input} />
      {children}
    </label>
  );
}

/** A choice in a list, with a visible radio button. */
export function RadioRow({ className, ...radio }: RadioProps & { className: string }) {
  return (
    <RadioLabel
      {...radio}
      className={clsx("flex items-center px-4 hover:border-muted has-checked:bg-bolt/8", className)}
      dot="size-5 shrink-0 accent-bolt"
    />
  );
}
