import { Controller, useForm } from "react-hook-form";
import type { ProfileResponse } from "#domain/contract/members.ts";
import { failureSentence } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, type SelectOption } from "../../ui/select-field.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { clockTime } from "./member-words.ts";
import { useUpdateProfile } from "./update-profile.mutation.ts";

/** A stored choice that the operator no longer offers stays selectable, so that saving does not change it silently. */
function withCurrent(options: SelectOption[], current: SelectOption): SelectOption[] {
  return options.some((option) => option.value === current.value) ? options : [current, ...options];
}

export function WakeUpForm({ profile, onDone }: { profile: ProfileResponse; onDone: () => void }) {
  const { emailTime, timezone, emailEnabled, wakeUpOptions } = profile;
  const update = useUpdateProfile();
  const showToast = useToast();
  const form = useForm({ defaultValues: { emailTime, timezone, emailEnabled } });
  const times = wakeUpOptions.emailTimes.map((time) => ({ value: time, label: clockTime(time) }));
  const zones = wakeUpOptions.timezones.map(({ id, label }) => ({ value: id, label }));

  const save = form.handleSubmit((change) =>
    update.mutate(change, {
      onSuccess: () => {
        showToast({
          tone: "success",
          title: "Profile Updated",
          description: "Your profile settings have been saved successfully.",
        });
        onDone();
      },
      onError: (error) =>
        showToast({
          tone: "error",
          title: "Update Failed",
          description: failureSentence("Failed to update profile", error),
        }),
    }),
  );
  return (
    <form onSubmit={save} className="grid gap-5">
      <SelectField
        label="Wake-up time"
        options={withCurrent(times, { value: emailTime, label: clockTime(emailTime) })}
        {...form.register("emailTime")}
      />
      <SelectField
        label="Time zone"
        options={withCurrent(zones, { value: timezone, label: timezone })}
        {...form.register("timezone")}
      />
      <Controller
        control={form.control}
        name="emailEnabled"
        render={({ field }) => (
          <SwitchField
            label="Daily wake-up mail"
            hint="The day's session in your inbox, every morning."
            isOn={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <div className="grid grid-cols-2 gap-3 sm:flex">
        <Button variant="secondary" onClick={onDone} disabled={update.isPending}>
          Cancel
        </Button>
        <Button type="submit" className="!px-3 whitespace-nowrap sm:!px-5" isBusy={update.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
