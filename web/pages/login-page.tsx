import { useEffect } from "react";
import { BRAND } from "#domain/brand.ts";
import { formatDate } from "#domain/formats.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { LoginForm } from "../features/account/login-form.tsx";
import { useLeadOn, useReturnPath } from "../features/account/return-path.ts";
import { CHECKING, useSession } from "../features/account/session.query.ts";
import { readWelcome } from "../features/money/stored-welcome.ts";
import { CONFIRMED, OPENS_WITH_PAYMENT } from "../features/money/welcome-words.ts";
import { readAuthToken } from "../lib/auth-token.ts";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { LazySection } from "../ui/lazy-section.tsx";

/** Only the first line of the welcome: the person who paid isn't known to be the account's owner. */
function welcome(): string {
  const { subscriptionId, opensWithPayment } = readWelcome() ?? {};
  const id = subscriptionId ? ` Your subscription ID is ${subscriptionId}.` : "";
  const start = opensWithPayment ? OPENS_WITH_PAYMENT : "Log in to start.";
  return `${CONFIRMED}${id} ${start}`;
}

function leadOf(params: URLSearchParams): string {
  const closedUntil = params.get("closed") ?? "";
  if (!Number.isNaN(Date.parse(closedUntil)))
    return `Your account is closed. You can restore it until ${formatDate(closedUntil)}: log in, or use the link we just emailed you.`;
  if (params.has("paid")) return `${welcome()} No password yet? Use the link we just emailed you.`;
  return params.has("plan") ? "Log in to continue with your plan." : "Log in and pick up where yesterday left you.";
}

const loadKeepAccount = () => import("../features/privacy/keep-account.tsx").then((module) => module.KeepAccount);

export function LoginPage() {
  useDocumentTitle("Login");
  const session = useSession();
  const returnPath = useReturnPath();
  const params = useLinkParams();
  const keep = params.get("keep");
  const isPaid = params.has("paid");
  if (session.data && (session.data.hasAccess || params.has("plan"))) return <LeadOn to={returnPath} />;
  // The form keeps its place in the document, but it's disabled while we check someone who may be logged in.
  const isChecking = session.isPending && readAuthToken() !== null;
  return (
    <AuthFrame
      title={isPaid ? `Welcome to ${BRAND.name}!` : "Good morning."}
      lead={isChecking ? <span role="status">{CHECKING}</span> : leadOf(params)}
      footer={
        !isPaid && (
          <>
            New here?{" "}
            <a href={PUBLIC_PAGES.subscribe} className="font-bold text-bolt underline underline-offset-4">
              Become a Member
            </a>
          </>
        )
      }
    >
      {keep !== null && <LazySection load={loadKeepAccount} props={{ token: keep }} className="min-h-32" />}
      <fieldset disabled={isChecking} className="contents">
        <LoginForm />
      </fieldset>
    </AuthFrame>
  );
}

function LeadOn({ to }: { to: string }) {
  const leadOn = useLeadOn();
  useEffect(() => leadOn(to), [leadOn, to]);
  return null;
}
