import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, TEXT_LINK } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { Consents, Emails, Kept } from "./privacy-folds.tsx";

export function PrivacyPanel() {
  const query = useQuery({ queryKey: ["/api/user/privacy"], queryFn: () => read(api.user.privacy.$get()) });
  return (
    <Card
      id="privacy-heading"
      title="Privacy"
      hint={`No trackers, no ads. We keep your data for ${SERVICE_TERMS.retentionDays} days after your membership ends.`}
    >
      <div className="grid grid-cols-1 gap-7">
        <div className="grid grid-cols-1 gap-3">
          <Kept />
          <Emails />
          {query.isPending && <div className="h-12.5" />}
          {query.data && <Consents consents={query.data.consents} />}
          <a href={PUBLIC_PAGES.privacySettings} className={`${TEXT_LINK} justify-self-start font-semibold text-ink`}>
            About your privacy settings
          </a>
        </div>
        <QueryPanel query={query} loading="Loading your privacy settings..." failed="Your privacy settings didn't load">
          {(privacy) => (
            <div className="grid grid-cols-1 gap-7">
              <CopyOfData />
              <DeleteAccount privacy={privacy} />
            </div>
          )}
        </QueryPanel>
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <h3 className="text-lg">{title}</h3>
      {children}
    </div>
  );
}

function CopyOfData() {
  const ask = useMutation({ mutationFn: () => read(api.user.privacy.export.$post()) });
  return (
    <Part title="A copy of your data">
      <p className="text-muted leading-relaxed">
        Everything we store about you, as a page to read and a JSON file for other apps. We'll email you a link. It
        works once and expires in 24 hours.
      </p>
      {ask.isSuccess && <Alert tone="success">The link is on its way to your inbox.</Alert>}
      {ask.isError && <Alert>{formErrorText(ask.error, "We couldn't send the link")}</Alert>}
      <Button variant="secondary" isBusy={ask.isPending} onClick={() => ask.mutate()}>
        {ask.isSuccess ? "Email me another link" : "Email me a download link"}
      </Button>
    </Part>
  );
}

function DeleteAccount({ privacy }: { privacy: PrivacyResponse }) {
  const { part, isOpen, isLoading, open, close } = useLazyDialog(() => import("./delete-account-dialog.tsx"));
  return (
    <Part title="Delete your account">
      <p className="text-muted leading-relaxed">
        Emails stop and your account closes right away. You have {SERVICE_TERMS.deletionUndoDays} days to change your
        mind. After that, your account is permanently deleted.
      </p>
      <Button variant="danger" isBusy={isLoading} onClick={open}>
        Delete account
      </Button>
      {part && isOpen && <part.DeleteAccountDialog privacy={privacy} onClose={close} />}
    </Part>
  );
}
