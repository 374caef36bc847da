import { type ReactNode, useId } from "react";
import { TextAreaField } from "../../ui/field.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { FIELD_LABELS, type FieldName, fieldsOf } from "./content-fields.ts";
import { STATUS_NAMES } from "./content-words.tsx";
import type { Editor } from "./use-editor.ts";

const VIDEO: readonly FieldName[] = ["youtubeUrl", "videoKey"];

/** Not for a switch: anyone who turns one chooses the other of two values, so there is no third that someone else chose. */
type TheirsProps = { name: Exclude<FieldName, "hidden" | "mayBeSentAgain">; editor: Editor };

/** Shown beside a field that someone else changed during typing: their text, to use or to overwrite. */
export function Theirs({ name, editor: { item, contested, resolve } }: TheirsProps) {
  if (!contested.includes(name)) return null;
  const now = { ...fieldsOf(item), status: STATUS_NAMES[item.status] };
  const isVideo = VIDEO.includes(name);
  return (
    <WarnPanel
      title={`Someone else changed the ${isVideo ? "video" : FIELD_LABELS[name]?.toLowerCase()}`}
      text="Yours isn't saved yet."
    >
      <TextAreaField
        label="Theirs"
        readOnly
        rows={1}
        className="!min-h-12 max-h-60"
        value={(isVideo ? now.youtubeUrl || now.videoKey : now[name]) || "Empty"}
      />
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={() => resolve(name, "mine")}>Keep mine</SmallButton>
        <SmallButton onClick={() => resolve(name, "theirs")}>Use theirs</SmallButton>
      </div>
    </WarnPanel>
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
