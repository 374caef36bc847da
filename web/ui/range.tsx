import { clsx } from "clsx";
import type { ComponentProps, CSSProperties } from "react";

type RangeProps = Omit<ComponentProps<"input">, "type" | "value" | "max" | "aria-label" | "onChange"> & {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

/** A native range input, for its slider role, touch, keys, and screen reader support. */
export function Range({ label, value, max, onChange, className, ...input }: RangeProps) {
  const fill = max > 0 ? (Math.min(value, max) / max) * 100 : 0;
  return (
    <input
      min={0}
      {...input}
      type="range"
      aria-label={label}
      value={value}
      max={max}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      style={{ "--fill": `${fill}%` } as CSSProperties}
      className={clsx("range", className)}
    />
  );
}
