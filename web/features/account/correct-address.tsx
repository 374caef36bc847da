import { useMutation } from "@tanstack/react-query";
import { emailProblem } from "#domain/rules/credentials.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { useCheckedForm } from "../../ui/use-checked-form.ts";

/** The buyer's way out of a mistyped email. The answer doesn't say whether the other email has an account. */
export function CorrectAddress() {
  const correct = useMutation({
    mutationFn: (address: string) => read(api.user["correct-address"].$post({ json: { email: address } })),
  });
  const { form, field, formError } = useCheckedForm(
    { email: (given) => emailProblem(given.email) },
    (given) => correct.mutate(given.email.trim()),
    correct.error,
  );
  if (correct.data) return <Alert tone="success">{correct.data.message}</Alert>;
  return (
    <form {...form} className="grid animate-rise gap-3">
      {formError !== null && <Alert>{formErrorText(formError, "Your email wasn't changed")}</Alert>}
      <TextField ref={focusOnArrival} label="Your email" type="email" autoComplete="email" {...field("email")} />
      <Button type="submit" variant="secondary" className="justify-self-start" isBusy={correct.isPending}>
        Change email
      </Button>
    </form>
  );
}
