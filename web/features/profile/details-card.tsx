import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate } from "#domain/formats.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";
import { displayName } from "./account-words.ts";

export function DetailsCard({ profile }: { profile: ProfileResponse }) {
  const { part, opener, close } = useDisclosure(() => import("./name-form.tsx"));
  return (
    <Card
      id="details-heading"
      title="Your details"
      aside={
        !part && (
          <Button variant="secondary" size="sm" className="!px-3" {...opener}>
            Change name
          </Button>
        )
      }
    >
      {part && <part.NameForm profile={profile} onDone={close} />}
      <div data-confirmed="">
        <DetailList
          details={[
            !part && { term: "Name", value: displayName(profile) },
            { term: "Email", value: profile.email },
            { term: "Member since", value: formatDate(profile.createdAt) },
          ]}
        />
      </div>
    </Card>
  );
}
