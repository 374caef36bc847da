import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={clsx("rounded-card border border-line bg-panel p-5 sm:p-7", className)} />;
}

type CardHeadingProps = { id?: string; children: ReactNode; aside?: ReactNode; hint?: ReactNode };

export function CardHeading({ id, children, aside, hint }: CardHeadingProps) {
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-4">
      <div className="grid flex-1 basis-[10rem] gap-1.5">
        <h2 id={id} className="text-xl">
          {children}
        </h2>
        {hint && <p className="text-sm text-muted">{hint}</p>}
      </div>
      {aside && <div className="shrink-0">{aside}</div>}
    </div>
  );
}
