import type { ContentStatus } from "#domain/rules/release.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { STATUS_OPTIONS } from "./content-words.tsx";
import { MediumFields } from "./medium-field.tsx";
import { Theirs } from "./theirs.tsx";
import type { Editor } from "./use-editor.ts";

const HIDING = "Members never see a hidden session, whatever its status.";
const SENDING_AGAIN =
  "On a morning without a session, we send one of these: the one we sent least recently. Never a draft or hidden one.";

export function EditorFields({ editor }: { editor: Editor }) {
  const { shown, errors, release, edit, choose, settle } = editor;
  const text = (name: "title" | "description" | "youtubeUrl" | "transcript") => ({
    "data-field": name,
    value: shown[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
    onBlur: settle,
  });

  return (
    <>
      <TextField label="Title" {...text("title")} />
      <Theirs name="title" editor={editor} />
      <TextAreaField label="Description" rows={12} {...text("description")} />
      <Theirs name="description" editor={editor} />
      <TextField label="Video URL" type="url" inputMode="url" hint="YouTube or Vimeo" {...text("youtubeUrl")} />
      <Theirs name="youtubeUrl" editor={editor} />
      <HostedVideo editor={editor} />
      <MediumFields editor={editor} />
      <TextAreaField label="Transcript" rows={12} hint="For members who'd rather read." {...text("transcript")} />
      <Theirs name="transcript" editor={editor} />
      <SelectField
        label="Status"
        data-field="status"
        options={STATUS_OPTIONS}
        value={release.wanted ?? shown.status}
        error={errors.status}
        hint={release.wanted && (release.doubts ? "Not saved yet" : "Checking...")}
        onChange={(event) => release.choose(event.target.value as ContentStatus)}
      />
      <Theirs name="status" editor={editor} />
      <SwitchField label="Hidden" hint={HIDING} isOn={shown.hidden} onChange={(hidden) => choose({ hidden })} />
      <SwitchField
        label="May be sent again"
        hint={SENDING_AGAIN}
        isOn={shown.mayBeSentAgain}
        onChange={(mayBeSentAgain) => choose({ mayBeSentAgain })}
      />
    </>
  );
}

function HostedVideo({ editor }: { editor: Editor }) {
  const { videoAtStake, replacedVideo } = editor;
  if (videoAtStake !== null) {
    return (
      <Alert>
        <p className="wrap-anywhere">
          This session has a hosted video ({videoAtStake}). Replace it with the link above?
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <SmallButton onClick={() => editor.edit({ youtubeUrl: "" })}>Keep hosted video</SmallButton>
          <SmallButton variant="danger" onClick={editor.replaceVideo}>
            Replace video
          </SmallButton>
        </div>
      </Alert>
    );
  }
  if (replacedVideo === null) return null;
  return (
    <Alert tone="info">
      <p className="wrap-anywhere">We removed the hosted video ({replacedVideo}).</p>
      <SmallButton onClick={editor.restoreVideo} className="mt-3">
        Undo
      </SmallButton>
    </Alert>
  );
}
