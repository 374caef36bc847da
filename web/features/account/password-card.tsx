import { useState } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";

type PasswordCardProps = {
  profile: Pick<ProfileResponse, "email" | "isSetUp" | "asksCode">;
  onSaved: () => unknown;
};

export function PasswordCard({ profile: { email, isSetUp, asksCode }, ...on }: PasswordCardProps) {
  const { part, opener, close } = useDisclosure(() => import("./password-form.tsx"));
  const [isSaved, setIsSaved] = useState(false);
  const onSaved = () => {
    setIsSaved(true);
    close();
    on.onSaved();
  };
  const asks = isSetUp ? "password" : asksCode ? "code" : "nothing";
  return (
    <Card
      id="password-heading"
      title="Password"
      hint={
        isSetUp ? "A new password logs out every other device." : "You log in by email. Add a password if you like."
      }
    >
      {part ? (
        <part.PasswordForm email={email} asks={asks} onSaved={onSaved} onCancel={close} />
      ) : (
        <div className="grid gap-4">
          {isSaved && <Alert tone="success">Password saved. Every other device is logged out.</Alert>}
          <Button variant="secondary" className="justify-self-start" {...opener}>
            {isSetUp ? "Change password" : "Set a password"}
          </Button>
        </div>
      )}
    </Card>
  );
}
