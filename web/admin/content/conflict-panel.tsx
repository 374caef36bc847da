import { type ReactNode, useId } from "react";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { SmallButton } from "../parts/controls.tsx";
import type { Conflict } from "./content-conflict.ts";
import { FIELD_LABELS } from "./content-fields.ts";

type ConflictPanelProps = { conflict: Conflict; onChoose: (choice: "mine" | "theirs") => void };

export function ConflictPanel({ conflict: { present, fields }, onChoose }: ConflictPanelProps) {
  return (
    <WarnPanel
      title="Someone else changed this day"
      text={`${formatLongDate(present.date)}: choose which version to keep. Yours isn't saved yet.`}
    >
      {fields.map(({ name, mine, theirs }) => (
        <div key={name} className="grid grid-cols-1 gap-2">
          <h4 className="readout text-muted">{FIELD_LABELS[name]}</h4>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Side label="Yours" text={mine} />
            <Side label="Theirs" text={theirs} />
          </div>
        </div>
      ))}
      <MineOrTheirs onChoose={onChoose} />
    </WarnPanel>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <figure className="grid content-start gap-1 rounded-lg border border-line bg-night p-3">
      <figcaption className="text-muted text-xs">{label}</figcaption>
      <blockquote className="wrap-anywhere whitespace-pre-line text-sm">{text || "Empty"}</blockquote>
    </figure>
  );
}

export function WarnPanel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      role="alert"
      aria-labelledby={id}
      className="grid grid-cols-1 gap-4 rounded-xl border border-warn/60 bg-warn/10 p-4"
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

function MineOrTheirs({ onChoose }: { onChoose: (choice: "mine" | "theirs") => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <SmallButton onClick={() => onChoose("mine")}>Keep mine</SmallButton>
      <SmallButton onClick={() => onChoose("theirs")}>Use theirs</SmallButton>
    </div>
  );
}
