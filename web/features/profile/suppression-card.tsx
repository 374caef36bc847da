import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MailSuppression } from "#domain/contract/profile.ts";
import { SupportLink } from "../../brand/page-shell.tsx";
import { api, read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { profileQuery } from "./profile.query.ts";

const REASONS: Record<MailSuppression["reason"], string> = {
  bounced: "Email to your address bounced, so we stopped sending to it.",
  complained: "One of our emails was reported as spam from your inbox, so we stopped sending to you.",
  full: "Your mailbox was full for eight wake-up emails in a row, so we stopped sending them.",
  refused: "Our email provider rejected your address, so our emails can't reach it.",
};

export function SuppressionCard({ email, suppression }: { email: string; suppression: MailSuppression }) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: () => read(api.user["ask-for-mails"].$post()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
  const isFull = suppression.reason === "full";
  return (
    <Card id="suppression" title="Our emails aren't reaching you">
      <div className="grid justify-items-start gap-4">
        <p className="wrap-anywhere">
          {REASONS[suppression.reason]} Your address is {email}.
        </p>
        {suppression.askedAt ? (
          <Alert tone="success">
            You asked us to try again. Someone will look into it. You don't need to do anything.
          </Alert>
        ) : (
          <>
            <p className="text-muted">
              {isFull
                ? "Make some room, and they begin again with your next hour. Login links, receipts, and notices still come. "
                : "If your address works and you want our emails, ask us to try again. "}
              To change your address, write to <SupportLink className="wrap-anywhere underline" />.
            </p>
            {ask.isError && <Alert>We couldn't send your request. {errorDetail(ask.error)}</Alert>}
            <Button variant="secondary" isBusy={ask.isPending} onClick={() => ask.mutate()}>
              {isFull ? "Resume" : "Try my address again"}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
