import { clsx } from "clsx";
import type { ReactNode } from "react";

type CardProps = {
  /** Its heading's. */
  id: string;
  title: string;
  hint?: ReactNode;
  aside?: ReactNode;
  className?: string;
  children?: ReactNode;
};

export function Card({ id, title, hint, aside, className, children }: CardProps) {
  return (
    <section aria-labelledby={id} className={clsx("rounded-card border border-line bg-panel p-5 sm:p-7", className)}>
      <div className={clsx("mb-5 flex flex-wrap justify-between gap-4", hint ? "items-start" : "items-center")}>
        <div className="grid flex-1 basis-[6rem] gap-1.5">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
        {aside && <div className="shrink-0">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
