import { useNavigate } from "react-router";
import type { AddressRequest } from "#domain/contract/account.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useStoreSession, useTokenMutation } from "./start-session.ts";

const REDIRECT_DELAY_MS = 500;

/** Test login of a development server; any other server returns 404, which the page shows. */
export function QuickLoginForm({ prefilledEmail }: { prefilledEmail: string }) {
  const call = (json: AddressRequest) => read(api.auth["quick-login"].$post({ json }));
  const quickLogin = useTokenMutation(call, useStoreSession());
  const navigate = useNavigate();
  const onSuccess = () => void setTimeout(() => navigate(APP_PAGES.dashboard, { replace: true }), REDIRECT_DELAY_MS);
  const { form } = useCheckedForm({ email: () => null }, (input) => quickLogin.mutate(input, { onSuccess }));
  return (
    <form {...form} className="grid gap-5">
      {quickLogin.isError && <Alert>Error: {formErrorText(quickLogin.error, "Quick login failed")}</Alert>}
      {quickLogin.isSuccess && <Alert tone="success">Success! Redirecting...</Alert>}
      <TextField label="Email" name="email" type="email" defaultValue={prefilledEmail} />
      <Button type="submit" size="lg" isBusy={quickLogin.isPending} disabled={quickLogin.isSuccess}>
        {quickLogin.isPending ? "Logging In..." : "Quick Login"}
      </Button>
    </form>
  );
}
