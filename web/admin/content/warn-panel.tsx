import { type ReactNode, useId } from "react";

/** What stands above an editor once somebody else has been at its day. */
export function WarnPanel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      role="alert"
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-warn/60 bg-warn/10 p-4"
    >
      <div className="grid gap-1">
        <h3 id={id} className="font-bold">
          {title}
        </h3>
        <p className="text-muted text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
