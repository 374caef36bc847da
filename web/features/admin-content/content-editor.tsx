import { useState } from "react";
import type { ContentItem, UpdateContentRequest } from "#domain/contract/content.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { STATUS_OPTIONS } from "./content-status.ts";
import { type EditFields, type FieldName, fieldErrors } from "./edit-fields.ts";
import { SaveStatus } from "./save-status.tsx";
import { useDraft } from "./use-draft.ts";

/** The form of one item. It keeps its own text: answers of the server must not move what is being typed. */
export function ContentEditor({ item, password }: { item: ContentItem; password: string }) {
  const { autosave, state } = useDraft(item, password);
  const stored: EditFields = {
    title: item.title,
    description: item.description,
    youtubeUrl: item.youtubeUrl ?? "",
    status: item.status,
  };
  const [values, setValues] = useState<EditFields>({ ...stored, ...autosave.pending() });
  const errors = fieldErrors(values, state.error);

  function edit(change: Partial<EditFields>) {
    const next = { ...values, ...change };
    const invalid = fieldErrors(next, null);
    const entries = Object.entries(change).map(([name, value]) => [name, name in invalid ? undefined : value]);
    setValues(next);
    autosave.edit(Object.fromEntries(entries) as UpdateContentRequest);
  }

  const text = (name: Exclude<FieldName, "status">) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
    onBlur: () => void autosave.flush(),
  });

  function discard() {
    autosave.discard();
    setValues(stored);
  }

  return (
    <div className="grid gap-5">
      <TextField label="Title" {...text("title")} />
      <TextAreaField label="Description" rows={6} {...text("description")} />
      <TextField label="Video URL" type="url" inputMode="url" hint="YouTube or Vimeo" {...text("youtubeUrl")} />
      <SelectField
        label="Status"
        options={STATUS_OPTIONS}
        value={values.status}
        error={errors.status}
        onChange={(event) => {
          edit({ status: event.target.value as ContentStatus });
          void autosave.flush();
        }}
      />
      <SaveStatus
        state={state}
        isBlocked={Object.keys(errors).length > 0}
        onRetry={() => void autosave.flush()}
        onDiscard={discard}
      />
    </div>
  );
}
