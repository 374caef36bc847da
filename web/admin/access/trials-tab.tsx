import { Zap } from "lucide-react";
import { useState } from "react";
import { type CreateTrialForm, createTrialRequest } from "#domain/contract/access.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { MONTH_OPTIONS } from "../members/member-words.ts";
import { EmailField, FormResult } from "../parts/controls.tsx";
import { useUnsaved } from "../parts/unsaved.ts";
import { useAction } from "../parts/use-action.ts";
import { useContractForm } from "../parts/use-contract-form.ts";
import { TrialUsers, trialUsersKey } from "./trial-users.tsx";

const FACTS = [
  "Create a trial, and we'll email a link to set a password. The link works once and expires in 7 days.",
  "Trial users get what monthly members get: daily emails, video, and audio.",
  "Trials expire automatically after the chosen duration. Nothing is charged.",
  "If someone is already on a trial, the months are added to it. You can't give a trial to someone with other access.",
];

export function TrialsTab() {
  return (
    <div className="trials grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <CreateTrial />
      <TrialUsers />
      <Card id="about-trials" title="How free trials work">
        <ul className="grid gap-3 text-muted">
          {FACTS.map((fact) => (
            <li key={fact} className="flex items-start gap-3">
              <Zap className="mt-1 size-4 shrink-0 fill-bolt text-bolt" />
              {fact}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** The server treats equal IDs as one request, so a double click or a retry after a lost response grants nothing twice. */
const emptyForm = () => ({ name: "", email: "", trialMonths: "1", requestId: crypto.randomUUID() });

function CreateTrial() {
  const [left, leave] = useState(emptyForm);
  const { requestId, ...typed } = left;
  useUnsaved("Free trial", typed.name + typed.email !== "");
  const isBlank = [typed.name, typed.email].some((text) => text.trim() === "");

  const create = useAction({
    act: (trial: CreateTrialForm) => adminApi.admin["create-trial"].$post({ json: trial }),
    reads: [trialUsersKey],
    notify: () => null,
    // Keep what was typed since: it belongs to another request.
    onDone: (sent) => leave((current) => (current.requestId === sent.requestId ? emptyForm() : current)),
  });
  const { form, field } = useContractForm({
    schema: createTrialRequest,
    typed,
    // Changed input needs a new request ID.
    write: (next) => leave({ ...next, requestId: crypto.randomUUID() }),
    toRequest: ({ trialMonths, ...person }) => ({ ...person, trialMonths: Number(trialMonths), requestId }),
    send: (trial) => create.mutate(trial),
  });
  // The check mark and the cross are in the spec (section 8).
  const failed = "Failed to create trial account";
  const text = create.isError
    ? `✗ ${formErrorText(create.error, failed, failed)}`
    : create.data && `✓ ${create.data.message}`;

  return (
    <Card id="create-trial" title="Create Free Trial">
      <form {...form} className="grid gap-5">
        <TextField label="Name" autoComplete="off" {...field("name")} />
        <EmailField label="Email Address" {...field("email")} />
        <SelectField label="Trial Duration" options={MONTH_OPTIONS} {...field("trialMonths")} />
        <Button type="submit" size="lg" disabled={isBlank} isBusy={create.isPending}>
          Send Trial Invite
        </Button>
        <FormResult text={text} isFailure={create.isError} />
      </form>
    </Card>
  );
}
