import {
  InvalidChange,
  type WakeUpChange,
  WakeUpChangePanel,
} from "../features/mail-responses/wake-up-change-panel.tsx";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

function changeOf(params: URLSearchParams): WakeUpChange | null {
  const [until, hour] = [params.get("until"), params.get("hour")];
  if (until) return { until };
  return hour ? { hour } : null;
}

export function WakeUpPage() {
  useDocumentTitle("Your wake-up");
  const params = useLinkParams();
  const [member, date, key] = ["member", "date", "key"].map((name) => params.get(name));
  const change = changeOf(params);
  if (!member || !date || !key || !change) return <InvalidChange />;
  return <WakeUpChangePanel link={{ member, date, key }} change={change} />;
}
