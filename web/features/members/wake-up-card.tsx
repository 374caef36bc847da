import { AlarmClock } from "lucide-react";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import type { ProfileResponse } from "#domain/contract/members.ts";
import { zoneLabel } from "#domain/rules/time-zones.ts";
import { failureSentence } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { SelectField, type SelectOption } from "../../ui/select-field.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { clockTime, wakeUpMoment } from "./member-words.ts";
import { useUpdateProfile } from "./profile.query.ts";
import { DetailList } from "./subscription-card.tsx";

/** Email preferences: read-only until Edit Profile; Cancel or a saved change leads back. */
export function WakeUpCard({ profile }: { profile: ProfileResponse }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card aria-labelledby="wake-up-heading">
      <CardHeading
        id="wake-up-heading"
        hint="When your daily wake-up mail reaches you."
        aside={
          !isEditing && (
            <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
              Edit Profile
            </Button>
          )
        }
      >
        Email Preferences
      </CardHeading>
      {isEditing ? (
        <WakeUpForm profile={profile} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <DetailList
            details={[
              { term: "Wake-up time", value: clockTime(profile.emailTime) },
              { term: "Time zone", value: zoneLabel(profile.timezone) },
              { term: "Daily wake-up mail", value: profile.emailEnabled ? "On" : "Off" },
            ]}
          />
          <NextWakeUp profile={profile} />
        </>
      )}
    </Card>
  );
}

function NextWakeUp({ profile: { nextWakeUpAt, timezone, emailEnabled, hasAccess } }: { profile: ProfileResponse }) {
  const reason = emailEnabled ? "No wake-up mail is planned right now." : "Your wake-up mail is switched off.";
  return (
    <p className="mt-6 flex items-center gap-3 rounded-xl bg-night px-4 py-3.5">
      <AlarmClock aria-hidden="true" className="size-5 shrink-0 text-bolt" />
      {nextWakeUpAt === null ? (
        <span className="text-muted">{hasAccess ? reason : "No wake-up mail while your membership is over."}</span>
      ) : (
        <span>
          <span className="text-muted">Next wake-up: </span>
          <strong>{wakeUpMoment(nextWakeUpAt, timezone)}</strong>
        </span>
      )}
    </p>
  );
}

/** A stored choice that the operator no longer offers stays selectable, so that saving does not change it silently. */
function withCurrent(options: SelectOption[], current: SelectOption): SelectOption[] {
  return options.some((option) => option.value === current.value) ? options : [current, ...options];
}

function WakeUpForm({ profile, onDone }: { profile: ProfileResponse; onDone: () => void }) {
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
