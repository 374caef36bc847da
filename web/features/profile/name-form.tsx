import type { ProfileResponse } from "#domain/contract/profile.ts";
import { MAX_MEMBER_NAME, memberNameProblem } from "#domain/rules/gift-words.ts";
import { isVisible } from "#domain/rules/text.ts";
import { CancelOrSubmit } from "../../ui/cancel-or-submit.tsx";
import { TextField } from "../../ui/field.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { ownName } from "./account-words.ts";
import { useSaveProfile } from "./save-profile.mutation.ts";

export function NameForm({ profile, onDone }: { profile: ProfileResponse; onDone: () => void }) {
  const save = useSaveProfile();
  const { form, field } = useCheckedForm(
    { name: ({ name }) => (isVisible(name) ? memberNameProblem(name) : "Enter your name") },
    ({ name }) => save.mutate({ name }, { onSaved: onDone }),
  );
  return (
    <form {...form} className="mb-5 grid animate-rise grid-cols-1 gap-4">
      <TextField
        ref={focusOnArrival}
        label="Name"
        autoComplete="name"
        maxLength={MAX_MEMBER_NAME}
        defaultValue={ownName(profile)}
        {...field("name")}
      />
      <CancelOrSubmit onCancel={onDone} isBusy={save.isPending}>
        Save Changes
      </CancelOrSubmit>
    </form>
  );
}
