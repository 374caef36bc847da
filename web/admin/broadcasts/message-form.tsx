import { useAtom } from "jotai";
import { useState } from "react";
import * as z from "zod";
import { type BroadcastPreviewRequest, broadcastPreviewRequest } from "#domain/contract/broadcasts.ts";
import type { BroadcastAudience } from "#domain/rules/broadcasts.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { storedFormAtom } from "../parts/stored.atoms.ts";
import { useContractForm } from "../parts/use-contract-form.ts";
import { ConfirmMessage } from "./confirm-message.tsx";

const AUDIENCE_NAMES: Record<BroadcastAudience, string> = {
  members: "Current members",
  subscribers: "Subscribers",
};

const storedForm = z.object({ audience: z.string(), subject: z.string(), body: z.string() });
const EMPTY = { audience: "members", subject: "", body: "" };
const leftAtom = storedFormAtom("Message to members", storedForm, EMPTY);

export function MessageForm({ mayConfirm }: { mayConfirm: boolean }) {
  const [typed, write] = useAtom(leftAtom);
  const [previewed, setPreviewed] = useState<BroadcastPreviewRequest | null>(null);
  const { form, field } = useContractForm({
    schema: broadcastPreviewRequest,
    typed,
    write: (next) => write(next),
    toRequest: (values) => values,
    send: setPreviewed,
  });
  return (
    <>
      <form {...form} className="grid gap-5">
        <SelectField
          label="To"
          hint="Current members have access or a subscription. Subscribers have a subscription."
          options={Object.entries(AUDIENCE_NAMES).map(([value, label]) => ({ value, label }))}
          {...field("audience")}
        />
        <TextField label="Subject" required {...field("subject")} />
        <TextAreaField
          label="Message"
          rows={9}
          required
          hint="A blank line begins a new paragraph. Write links in full."
          {...field("body")}
        />
        <Button type="submit" className="sm:justify-self-start">
          Preview
        </Button>
      </form>
      {previewed && (
        <ConfirmMessage
          message={previewed}
          mayConfirm={mayConfirm}
          onConfirmed={() => write(EMPTY)}
          onClose={() => setPreviewed(null)}
        />
      )}
    </>
  );
}
