import { useSearchParams } from "react-router";
import { PageShell } from "../brand/page-shell.tsx";
import { InvalidLink, UnsubscribePanel } from "../features/mail-responses/unsubscribe-panel.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { DawnDial } from "../ui/dawn-dial.tsx";

export function UnsubscribePage() {
  useDocumentTitle("Wake-up emails");
  const [params] = useSearchParams();
  const member = params.get("member");
  const key = params.get("key");
  return (
    <PageShell width="narrow" backdrop={<DawnDial />}>
      <div className="sm:pt-10">{member && key ? <UnsubscribePanel link={{ member, key }} /> : <InvalidLink />}</div>
    </PageShell>
  );
}
