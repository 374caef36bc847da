import { useState } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, ButtonPair } from "../../ui/button.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { hoursOnOffer } from "./account-words.ts";
import { draftWakeUp, type WakeUpDraft } from "./draft-wake-up.ts";
import { HourKeys } from "./hour-keys.tsx";
import { NextWakeUp } from "./next-wake-up.tsx";
import { useSaveProfile } from "./save-profile.mutation.ts";
import { WakeUpDial } from "./wake-up-dial.tsx";
import { ZoneField } from "./zone-field.tsx";

export function WakeUpForm({ profile, onDone }: { profile: ProfileResponse; onDone: () => void }) {
  const { emailTime, timezone, emailEnabled, wakeUpOptions } = profile;
  const [draft, setDraft] = useState<WakeUpDraft>({ emailTime, timezone, emailEnabled });
  const save = useSaveProfile();
  const now = useNow(MINUTE_MS);
  const nextWakeUpLocal = draftWakeUp(profile, draft, now);
  const hours = hoursOnOffer(profile);
  const chooseHour = (hour: string) => setDraft({ ...draft, emailTime: hour });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft, {
          title: "Profile Updated",
          description: "Your profile settings have been saved successfully.",
          onSaved: onDone,
        });
      }}
      className="grid gap-6"
    >
      <div className="grid gap-4">
        <WakeUpDial hours={hours} hour={draft.emailTime} onTurn={chooseHour} />
        <HourKeys legend="Wake-up time" hours={hours} hour={draft.emailTime} onChoose={chooseHour} />
        <div role="status">
          <NextWakeUp profile={{ ...profile, ...draft, nextWakeUpLocal }} />
        </div>
      </div>
      <ZoneField
        zones={wakeUpOptions.timezones}
        saved={timezone}
        zone={draft.timezone}
        now={now}
        onChoose={(zone) => setDraft({ ...draft, timezone: zone })}
      />
      <SwitchField
        label="Daily wake-up mail"
        hint="The day's session in your inbox, every morning."
        isOn={draft.emailEnabled}
        onChange={(isOn) => setDraft({ ...draft, emailEnabled: isOn })}
      />
      <ButtonPair>
        <Button variant="secondary" onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" className="!px-3 whitespace-nowrap sm:!px-5" isBusy={save.isPending}>
          Save Changes
        </Button>
      </ButtonPair>
    </form>
  );
}
