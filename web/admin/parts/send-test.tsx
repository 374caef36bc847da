import { useMutation } from "@tanstack/react-query";
import { useAtom } from "jotai";
import { useState } from "react";
import { formErrorText } from "../../lib/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { bind, EmailField, submits } from "./controls.tsx";
import { resettableAtom } from "./stored.atoms.ts";

/** The address last typed for a test. */
export const testAddressAtom = resettableAtom(() => "");

/** A test email of what is previewed, to the operator or the address last typed for tests. */
export function SendTest({ copyTo, send }: { copyTo: string | null; send: (email: string) => Promise<unknown> }) {
  const [typed, setTyped] = useAtom(testAddressAtom);
  const toast = useToast();
  const [edited, setEdited] = useState<string | null>(null);
  const address = edited ?? (typed || copyTo || "");
  const sending = useMutation({
    mutationFn: () => send(address.trim()),
    onSuccess: () => toast({ title: "Test email sent", description: address, tone: "success" }),
  });
  return (
    <form {...submits(() => sending.mutate())} className="flex min-w-0 flex-1 flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1">
        <EmailField
          label="Your email"
          {...bind(address, (next) => {
            setEdited(next);
            setTyped(next);
          })}
          error={sending.isError ? formErrorText(sending.error, "Couldn't send it") : undefined}
        />
      </div>
      <Button type="submit" variant="secondary" isBusy={sending.isPending}>
        Send test email
      </Button>
    </form>
  );
}
