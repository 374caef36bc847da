import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type FormEvent, useState } from "react";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { useKeptText } from "../parts/kept.atoms.ts";

const MISSING = "Please enter an email address";

/** The spec's two failures (section 8): what the server says, and what no answer says. */
function failureText(error: Error): string {
  if (error instanceof ApiError) return `✗ Failed to send email: ${error.serverText || "Unknown error"}`;
  return "✗ Error sending test email: The server could not be reached.";
}

/** Sends today's mail, or the newest, to any address. */
export function TestEmail() {
  const [email, setEmail] = useKeptText("test-email");
  const [isMissing, setIsMissing] = useState(false);
  const send = useMutation({
    mutationFn: (address: string) => read(adminApi.admin["test-email"].$post({ json: { email: address } })),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    setIsMissing(address === "");
    if (address === "") send.reset();
    else send.mutate(address);
  }

  const text = send.isError
    ? failureText(send.error)
    : send.isSuccess && `✓ Test email sent successfully to ${send.variables}`;
  return (
    <Card aria-labelledby="test-email">
      <CardHeading
        id="test-email"
        hint="Today's wake-up mail, or the newest one, marked as a test. It counts as nobody's morning."
      >
        Test Email
      </CardHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Email Address"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={isMissing && email.trim() === "" ? MISSING : undefined}
        />
        <Button type="submit" size="lg" isBusy={send.isPending}>
          Send Test
        </Button>
        <p
          role={send.isError ? "alert" : "status"}
          className={clsx(
            "wrap-anywhere rounded-xl border px-4 py-3 font-semibold empty:hidden",
            send.isError ? "border-bad/50 bg-bad/10" : "border-good/40 bg-good/10",
          )}
        >
          {text}
        </p>
      </form>
    </Card>
  );
}
