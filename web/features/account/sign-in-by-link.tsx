import { Link } from "react-router";
import type { LinkRequest, SignInLinkResponse } from "#domain/contract/account.ts";
import { formatTime } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode, isRefusal } from "../../lib/api-error.ts";
import { deviceOf } from "../../lib/device-of.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { useSession } from "./session.query.ts";
import { useStartSession, useTokenMutation } from "./start-session.ts";
import { useLinkCheck } from "./use-link-check.ts";

/** Opening the page logs no one in, so email scanners use nothing up; only the button does. `token` is null if the address has none. */
export function SignInByLink({ token }: { token: string | null }) {
  const link = useLinkCheck("/api/auth/sign-in/check", [token], () =>
    read(api.auth["sign-in"].check.$post({ json: { token: token ?? "" } })),
  );
  const call = (json: LinkRequest) => read(api.auth["sign-in"].link.$post({ json }));
  const login = useTokenMutation(call, useStartSession());
  const refusal = isRefusal(link.error) ? link.error : hasErrorCode(login.error, "gone") && login.error;
  if (!token || refusal) {
    const cutOff = "This link doesn't work. Use the link in your latest email.";
    return (
      <AuthFrame key="dead" title="Log in again">
        <Alert>{refusal ? formErrorText(refusal, cutOff) : cutOff}</Alert>
        <Link to={APP_PAGES.login} className={buttonClass("primary", "lg")}>
          Login
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Is this you?" lead="Log in only if you asked for this email. Otherwise, close this page.">
      <QueryPanel query={link} loading="Checking your link..." failed="We couldn't check your link">
        {(asked) => (
          <div className="grid grid-cols-1 gap-6">
            <Asked {...asked} />
            {login.isError && <Alert>{formErrorText(login.error, "Login failed")}</Alert>}
            <Button size="lg" isBusy={login.isPending} onClick={() => login.mutate({ token })}>
              Log in on this device
            </Button>
          </div>
        )}
      </QueryPanel>
    </AuthFrame>
  );
}

/** Names the account, so that no one is logged in to a stranger's without noticing. */
function Asked({ email, askedAt, userAgent }: SignInLinkResponse) {
  const { data: present } = useSession();
  return (
    <>
      <DetailList
        details={[
          ["Account", email],
          ["Requested", formatTime(askedAt, null)],
          ["Browser", deviceOf(userAgent) ?? "Unknown"],
        ]}
      />
      {present && present.email !== email && (
        <Alert tone="info">
          You're logged in as <strong className="wrap-anywhere">{present.email}</strong>. If you continue, you'll be
          logged in as <strong className="wrap-anywhere">{email}</strong>.
        </Alert>
      )}
    </>
  );
}
