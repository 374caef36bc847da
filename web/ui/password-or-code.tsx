import type { ComponentProps } from "react";
import { formErrorText } from "../lib/failure-text.ts";
import type { useEmailedCode } from "../lib/use-emailed-code.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { CodeField } from "./code-field.tsx";
import { focusOnArrival } from "./focus-on-arrival.ts";
import { PasswordField } from "./password-field.tsx";

type PasswordOrCodeProps = {
  emailed: ReturnType<typeof useEmailedCode>;
  /** Null for an account without a password, which needs a code. */
  password: Omit<ComponentProps<typeof PasswordField>, "autoComplete"> | null;
  code: ComponentProps<typeof CodeField>;
};

/** Wherever a password, or a code instead, is asked of someone who is logged in. */
export function PasswordOrCode({ emailed: { isByCode, ask, usePassword }, password, code }: PasswordOrCodeProps) {
  return (
    <div className="grid grid-cols-1 gap-1">
      {password && !isByCode ? (
        <PasswordField autoComplete="current-password" {...password} />
      ) : (
        <CodeField
          ref={isByCode ? focusOnArrival : undefined}
          {...code}
          hint={
            isByCode ? "We emailed it to you. It works for 10 minutes." : "It shows that it's you. We email it to you."
          }
        />
      )}
      {ask.isError && <Alert>{formErrorText(ask.error, "We couldn't send the code")}</Alert>}
      <div className="-ml-3.5 flex flex-wrap">
        <Button variant="ghost" size="sm" isBusy={ask.isPending} onClick={() => ask.mutate()}>
          {isByCode ? "Email me another code" : password ? "Email me a code instead" : "Email me a code"}
        </Button>
        {isByCode && password && (
          <Button variant="ghost" size="sm" onClick={usePassword}>
            Use my password
          </Button>
        )}
      </div>
    </div>
  );
}
