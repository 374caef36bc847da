import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { MailAdvice } from "./mail-advice.tsx";
import { morningsQuery } from "./mail-check.query.ts";
import { MorningList } from "./morning-list.tsx";

export function MailCheck({ profile, onClose }: { profile: ProfileResponse; onClose: () => void }) {
  const mornings = useQuery(morningsQuery);
  return (
    <div ref={focusOnArrival} tabIndex={-1} className="grid animate-rise grid-cols-1 gap-6 focus:outline-none">
      <QueryPanel query={mornings} loading="Looking up your mornings..." failed="Your mornings did not load">
        {(answer) => (
          <>
            <MorningList mornings={answer.mornings} profile={profile} />
            <MailAdvice profile={profile} answer={answer} />
          </>
        )}
      </QueryPanel>
      <TestMail email={profile.email}>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      </TestMail>
    </div>
  );
}

function TestMail({ email, children }: { email: string; children: ReactNode }) {
  const test = useMutation({ mutationFn: () => read(api.user["test-mail"].$post()) });
  return (
    <div className="grid grid-cols-1 gap-3">
      {test.isSuccess && (
        <Alert tone="success">
          A test mail is on its way to <strong>{email}</strong>. It takes a minute at most; look in the spam folder,
          too.
        </Alert>
      )}
      {test.isError && <Alert>{formErrorText(test.error, "The test mail was not sent")}</Alert>}
      <div className="grid gap-2 sm:flex">
        <Button icon={Send} variant="secondary" onClick={() => test.mutate()} isBusy={test.isPending}>
          {test.isSuccess ? "Send another test mail" : "Send me a test mail"}
        </Button>
        {children}
      </div>
    </div>
  );
}
