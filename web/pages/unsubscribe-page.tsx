import { InvalidLink, UnsubscribePanel } from "../features/mail-responses/unsubscribe-panel.tsx";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function UnsubscribePage() {
  useDocumentTitle("Wake-up emails");
  const params = useLinkParams();
  const member = params.get("member");
  const key = params.get("key");
  return member && key ? <UnsubscribePanel link={{ member, key }} /> : <InvalidLink />;
}
