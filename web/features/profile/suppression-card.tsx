import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MailSuppression } from "#domain/contract/profile.ts";
import { api, read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { profileQuery } from "./profile.query.ts";

const REASONS: Record<MailSuppression["reason"], string> = {
  bounced: "Mail to your address came back, so we have stopped sending to it.",
  complained: "A mail of ours was reported as spam from your mailbox, so we have stopped sending to it.",
  refused: "Our mail provider refuses your address, so no mail reaches it.",
};

export function SuppressionCard({ email, suppression }: { email: string; suppression: MailSuppression }) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: () => read(api.user["ask-for-mails"].$post()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  return (
    <Card aria-labelledby="suppression">
      <CardHeading id="suppression">No mails reach you</CardHeading>
      <div className="grid justify-items-start gap-4">
        <p className="wrap-anywhere">
          {REASONS[suppression.reason]} It is {email}.
        </p>
        {suppression.askedAt ? (
          <Alert tone="success">You asked us to try it again. A person looks at it; you need do nothing more.</Alert>
        ) : (
          <>
            <p className="text-muted">Does it work, and do you want the mails? Then ask us to try it again.</p>
            {ask.isError && <Alert>We could not take that down. {errorDetail(ask.error)}</Alert>}
            <Button variant="secondary" isBusy={ask.isPending} onClick={() => ask.mutate()}>
              Try my address again
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
