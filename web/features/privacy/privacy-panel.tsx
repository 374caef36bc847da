import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { formatDate } from "#domain/formats.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";

const LINK = "font-semibold text-ink underline underline-offset-4 hover:text-bolt";

export function PrivacyPanel() {
  const query = useQuery({ queryKey: ["/api/user/privacy"], queryFn: () => read(api.user.privacy.$get()) });
  return (
    <QueryPanel query={query} loading="Loading your privacy settings..." failed="Your privacy settings didn't load">
      {(privacy) => (
        <div className="grid grid-cols-1 gap-7 border-line border-t pt-6">
          <Mails />
          <Consents consents={privacy.consents} />
          <CopyOfData />
          <DeleteAccount privacy={privacy} />
        </div>
      )}
    </QueryPanel>
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

const MAILS = [
  {
    name: "Wake-up emails",
    words: "Once a day. Pause or turn them off in Email Preferences, or use the link in any of them.",
  },
  {
    name: "Getting started and live-session reminders",
    words: "Sent only while wake-up emails are on.",
  },
  {
    name: "Account emails",
    words: "Receipts, passwords, the end of a membership. Sent when needed. These can't be turned off.",
  },
];

function Mails() {
  return (
    <Part title="Emails we send you">
      <dl className="grid gap-3">
        {MAILS.map(({ name, words }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted leading-relaxed">{words}</dd>
          </div>
        ))}
      </dl>
      <a href="#wake-up-heading" className={`${LINK} inline-flex min-h-11 items-center`}>
        Go to Email Preferences
      </a>
    </Part>
  );
}

const PURPOSES: Record<PrivacyResponse["consents"][number]["purpose"], string> = {
  checkout: "When you subscribed",
  gift: "When you gave a membership",
  gift_redemption: "When you opened a gift",
  setup: "When you set your password",
};

function Consents({ consents }: Pick<PrivacyResponse, "consents">) {
  return (
    <Part title="What you agreed to">
      {consents.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <ul className="grid w-full grid-cols-1 gap-2">
          {consents.map(({ purpose, at, text, priceText, termsVersion }) => (
            <li key={`${purpose}${at}`} className="rounded-xl border border-line">
              <details>
                <summary className="min-h-11 cursor-pointer px-4 py-3">
                  <span className="font-semibold">{PURPOSES[purpose]}</span>{" "}
                  <span className="text-muted text-sm">
                    {formatDate(at)}, version {termsVersion}
                  </span>
                </summary>
                <p className="wrap-anywhere px-4 pb-4 text-muted leading-relaxed">
                  {text}
                  {priceText !== null && ` (${priceText})`}
                </p>
              </details>
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted leading-relaxed">
        Current versions:{" "}
        <a href={PUBLIC_PAGES.terms} className={LINK}>
          Terms of Service
        </a>
        ,{" "}
        <a href={PUBLIC_PAGES.memberAgreement} className={LINK}>
          Member Agreement
        </a>
        ,{" "}
        <a href={PUBLIC_PAGES.privacy} className={LINK}>
          Privacy Policy
        </a>
        .
      </p>
    </Part>
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
