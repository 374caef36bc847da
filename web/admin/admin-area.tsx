import { useSearchParams } from "react-router";
import { useReplaceParams } from "../lib/use-replace-params.ts";
import { Tabs } from "../ui/tabs.tsx";
import { TrialsTab } from "./access/trials-tab.tsx";
import { ContentTab } from "./content/content-tab.tsx";
import { OverviewTab } from "./health/overview-tab.tsx";
import { LiveEventsTab } from "./live-events/live-events-tab.tsx";
import { MembersTab } from "./members/members-tab.tsx";
import { ProviderTab } from "./money/provider-tab.tsx";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { DeliveryTab } from "./wake-up/delivery-tab.tsx";

const TABS = [
  { value: "overview", label: "Overview", content: <OverviewTab /> },
  { value: "content", label: "Content", content: <ContentTab /> },
  { value: "members", label: "Members", content: <MembersTab /> },
  { value: "trials", label: "Free Trials", content: <TrialsTab /> },
  { value: "delivery", label: "Delivery", content: <DeliveryTab /> },
  { value: "live-events", label: "Live Events", content: <LiveEventsTab /> },
  { value: "paypal", label: "PayPal", content: <ProviderTab /> },
  { value: "settings", label: "Settings", content: <SettingsTab /> },
] as const;

/** The open tab stands in the address, where a reload, a new login and the way back from a content page find it. */
export function AdminTabs() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const asked = params.get("tab");
  const value = TABS.find((tab) => tab.value === asked)?.value ?? "overview";
  return <Tabs label="Admin sections" tabs={TABS} value={value} onValueChange={(tab) => replaceParams({ tab })} />;
}
