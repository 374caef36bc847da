import type { ProfileResponse } from "#domain/contract/members.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";

/** SMS does not exist yet (spec section 9); the section shows what will come. */
export function SmsCard({ profile }: { profile: ProfileResponse }) {
  return (
    <Card aria-labelledby="sms-heading">
      <CardHeading id="sms-heading" aside={<Badge tone="yellow">Coming Soon</Badge>}>
        SMS
      </CardHeading>
      <SwitchField
        label="Wake-up by text message"
        hint={profile.phoneNumber ?? "No phone number yet"}
        isOn={profile.smsEnabled}
        onChange={() => undefined}
        disabled
      />
    </Card>
  );
}
