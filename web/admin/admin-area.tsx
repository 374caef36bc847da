import {
  CalendarDays,
  CreditCard,
  Inbox,
  LayoutDashboard,
  Radio,
  Search,
  Send,
  Settings,
  Ticket,
  Users,
} from "lucide-react";
import { useSearchParams } from "react-router";
import { ADMIN_TABS, type AdminTab } from "#domain/rules/admin-places.ts";
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
import { useMemberSearch } from "./use-member-search.ts";
import { DeliveryTab } from "./wake-up/delivery-tab.tsx";
import "./admin-area.css";

const TABS = [
  { value: "overview", icon: LayoutDashboard, content: <OverviewTab /> },
  { value: "content", icon: CalendarDays, content: <ContentTab /> },
  { value: "members", icon: Users, content: <MembersTab /> },
  { value: "trials", icon: Ticket, content: <TrialsTab /> },
  { value: "delivery", icon: Send, content: <DeliveryTab /> },
  { value: "inbox", icon: Inbox, content: <InboundCard /> },
  { value: "live-events", icon: Radio, content: <LiveEventsTab /> },
  { value: "paypal", icon: CreditCard, content: <ProviderTab /> },
  { value: "settings", icon: Settings, content: <SettingsTab /> },
].map((tab) => ({ ...tab, label: ADMIN_TABS[tab.value as AdminTab] }));

/** The open tab is in the URL, so it survives a reload, a new login, and a visit to a content page. */
export function AdminTabs() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const asked = params.get("tab");
  const value = TABS.find((tab) => tab.value === asked)?.value ?? "overview";
  const search = useMemberSearch(value === "members", () => replaceParams({ tab: "members" }));
  return (
    <Tabs
      label="Admin sections"
      tabs={TABS}
      value={value}
      onValueChange={(tab) => replaceParams({ tab })}
      aside={
        <button type="button" aria-keyshortcuts="/" onClick={search} className="tabs-tab tabs-aside">
          <Search className="size-5 shrink-0" />
          <span className="max-lg:sr-only">
            Search<span className="sr-only"> members</span>
          </span>
        </button>
      }
    />
  );
}
