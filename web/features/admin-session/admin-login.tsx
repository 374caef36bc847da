import { type FormEvent, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useVerifyAdmin } from "./verify-admin.mutation.ts";
import { verifyErrorText } from "./verify-error-text.ts";

export function AdminLogin() {
  const verify = useVerifyAdmin();
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(password === "");
    if (password !== "") verify.mutate(password);
  }

  return (
    <Card aria-labelledby="admin-login" className="mx-auto w-full max-w-md sm:mt-10">
      <CardHeading id="admin-login" hint="The password is kept in memory only: a reload signs you out.">
        Admin
      </CardHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {verify.isError && <Alert>{verifyErrorText(verify.error)}</Alert>}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isMissing && password === "" ? "Password is required" : undefined}
        />
        <Button type="submit" size="lg" isBusy={verify.isPending}>
          Login
        </Button>
      </form>
    </Card>
  );
}
