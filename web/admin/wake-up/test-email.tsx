import { useMutation } from "@tanstack/react-query";
import { useAtom } from "jotai";
import { useState } from "react";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, errorDetail } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { bind, EmailField, FormResult, submits } from "../parts/controls.tsx";
import { testAddressAtom } from "../parts/send-test.tsx";

/** The spec's two failure texts (section 8): with the server's message, or without an answer. */
function failureText(error: Error): string {
  if (error instanceof ApiError) return `✗ Failed to send email: ${error.serverText || "Unknown error"}`;
  return `✗ Error sending test email: ${errorDetail(error)}`;
}

export function TestEmail() {
  const [email, setEmail] = useAtom(testAddressAtom);
  const [isMissing, setIsMissing] = useState(false);
  const send = useMutation({
    mutationFn: (address: string) => read(adminApi.admin["test-email"].$post({ json: { email: address } })),
  });

  function submit() {
    const address = email.trim();
    setIsMissing(address === "");
    if (address === "") send.reset();
    else send.mutate(address);
  }

  const text = send.isError
    ? failureText(send.error)
    : send.isSuccess && `✓ Test email sent successfully to ${send.variables}`;
  return (
    <Card
      id="test-email"
      title="Send a test"
      hint="Today's wake-up email, or the newest one, marked as a test. Doesn't affect delivery stats."
    >
      <form {...submits(submit)} className="grid gap-5">
        <EmailField
          label="Test Email"
          {...bind(email, setEmail)}
          error={isMissing && email.trim() === "" ? "Please enter an email address" : undefined}
        />
        <Button type="submit" size="lg" isBusy={send.isPending}>
          Send Test
        </Button>
        <FormResult text={text} isFailure={send.isError} />
      </form>
    </Card>
  );
}
