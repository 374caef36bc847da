import { useSearchParams } from "react-router";
import { ADMIN_TABS } from "#domain/rules/admin-places.ts";
import { useReplaceParams } from "../lib/use-replace-params.ts";
import { Tabs } from "../ui/tabs.tsx";
import { TrialsTab } from "./access/trials-tab.tsx";
import { ContentTab } from "./content/content-tab.tsx";
import { OverviewTab } from "./health/overview-tab.tsx";
import { LiveEventsTab } from "./live-events/live-events-tab.tsx";
import { InboundCard } from "./mail-responses/inbound-card.tsx";
import { MembersTab } from "./members/members-tab.tsx";
import { ProviderTab } from "./money/provider-tab.tsx";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { DeliveryTab } from "./wake-up/delivery-tab.tsx";

const TABS = [
  { value: "overview", label: ADMIN_TABS.overview, content: <OverviewTab /> },
  { value: "content", label: ADMIN_TABS.content, content: <ContentTab /> },
  { value: "members", label: ADMIN_TABS.members, content: <MembersTab /> },
  { value: "trials", label: ADMIN_TABS.trials, content: <TrialsTab /> },
  { value: "delivery", label: ADMIN_TABS.delivery, content: <DeliveryTab /> },
  { value: "inbox", label: ADMIN_TABS.inbox, content: <InboundCard /> },
  { value: "live-events", label: ADMIN_TABS["live-events"], content: <LiveEventsTab /> },
  { value: "paypal", label: ADMIN_TABS.paypal, content: <ProviderTab /> },
  { value: "settings", label: ADMIN_TABS.settings, content: <SettingsTab /> },
] as const;

/** The open tab is in the URL, so it survives a reload, a new login, and a visit to a content page. */
export function AdminTabs() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const asked = params.get("tab");
  const value = TABS.find((tab) => tab.value === asked)?.value ?? "overview";
  return <Tabs label="Admin sections" tabs={TABS} value={value} onValueChange={(tab) => replaceParams({ tab })} />;
}
