import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";

export function PasswordCard({ email }: { email: string }) {
  const { part, opener, close } = useDisclosure(() => import("./password-form.tsx"));
  const [isChanged, setIsChanged] = useState(false);
  const onChanged = () => {
    setIsChanged(true);
    close();
  };
  return (
    <Card id="password-heading" title="Password" hint="A new password logs out every other device.">
      {part ? (
        <part.PasswordForm email={email} asks="password" onSaved={onChanged} onCancel={close} />
      ) : (
        <div className="grid gap-4">
          {isChanged && <Alert tone="success">Password changed. Every other device is logged out.</Alert>}
          <Button variant="secondary" className="justify-self-start" {...opener}>
            Change password
          </Button>
        </div>
      )}
    </Card>
  );
}
