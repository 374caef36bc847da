import type { ProfileResponse } from "#domain/contract/profile.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";

export function MailCheckCard({ profile }: { profile: ProfileResponse }) {
  const { part, opener, close } = useDisclosure(() => import("./mail-check.tsx"));
  return (
    <Card aria-labelledby="mail-check-heading">
      <CardHeading
        id="mail-check-heading"
        hint="See what became of your last seven mornings, and send yourself a test."
      >
        Not getting your mails?
      </CardHeading>
      {part ? (
        <part.MailCheck profile={profile} onClose={close} />
      ) : (
        <Button variant="secondary" {...opener}>
          Check my mails
        </Button>
      )}
    </Card>
  );
}
