import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { type CreateTrialForm, createTrialRequest } from "#domain/contract/trials.ts";
import { TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useCreateTrial } from "./create-trial.mutation.ts";
import { TrialResult } from "./trial-result.tsx";

const DURATIONS = TRIAL_MONTHS.map((months) => ({
  value: String(months),
  label: months === 1 ? "1 month" : `${months} months`,
}));
const EMPTY: CreateTrialForm = { name: "", email: "", trialMonths: 1 };

export function CreateTrial({ password }: { password: string }) {
  const create = useCreateTrial(password);
  const form = useForm({ resolver: zodResolver(createTrialRequest), defaultValues: EMPTY });
  const { errors } = form.formState;
  const isBlank = form.watch(["name", "email"]).some((text) => text.trim() === "");
  const submit = form.handleSubmit((trial) => create.mutate(trial, { onSuccess: () => form.reset(EMPTY) }));

  return (
    <Card aria-labelledby="create-trial">
      <CardHeading id="create-trial">Create Free Trial</CardHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register("name")} />
        <TextField
          label="Email Address"
          type="email"
          inputMode="email"
          autoComplete="off"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <SelectField
          label="Trial Duration"
          options={DURATIONS}
          error={errors.trialMonths?.message}
          {...form.register("trialMonths", { valueAsNumber: true })}
        />
        <Button type="submit" size="lg" disabled={isBlank} isBusy={create.isPending}>
          Send Trial Invite
        </Button>
        <TrialResult message={create.data?.message} error={create.error} />
      </form>
    </Card>
  );
}
