import { useAtomValue } from "jotai";
import {
  CalendarDays,
  CreditCard,
  Inbox,
  Landmark,
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
import { EDITOR_TABS } from "#domain/rules/administrators.ts";
import { adminStatusAtom } from "../lib/admin-status.atoms.ts";
import { listen } from "../lib/listen.ts";
import { useReplaceParams } from "../lib/use-replace-params.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { TrialsTab } from "./access/trials-tab.tsx";
import { AdminLogin, LOGIN_HINT } from "./admin-login.tsx";
import { AdminLogout } from "./admin-logout.tsx";
import { ContentTab } from "./content/content-tab.tsx";
import { OverviewTab } from "./health/overview-tab.tsx";
import { LiveEventsTab } from "./live-events/live-events-tab.tsx";
import { InboundCard } from "./mail-responses/inbound-card.tsx";
import { MembersTab } from "./members/members-tab.tsx";
import { MoneyTab } from "./money/money-tab.tsx";
import { PayPalTab } from "./money/paypal-tab.tsx";
import { LeaveQuestion } from "./parts/lose-question.tsx";
import { NotYours } from "./parts/not-yours.tsx";
import { useMay } from "./parts/use-role.ts";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { DeliveryTab } from "./wake-up/delivery-tab.tsx";
import "./admin-area.css";
import { useEffect, useEffectEvent, useRef } from "react";

const TABS = [
  { value: "overview", icon: LayoutDashboard, content: <OverviewTab /> },
  { value: "content", icon: CalendarDays, content: <ContentTab /> },
  { value: "members", icon: Users, content: <MembersTab /> },
  { value: "trials", icon: Ticket, content: <TrialsTab /> },
  { value: "delivery", icon: Send, content: <DeliveryTab /> },
  { value: "inbox", icon: Inbox, content: <InboundCard /> },
  { value: "live-events", icon: Radio, content: <LiveEventsTab /> },
  { value: "paypal", icon: CreditCard, content: <PayPalTab /> },
  { value: "money", icon: Landmark, content: <MoneyTab /> },
  { value: "settings", icon: Settings, content: <SettingsTab /> },
].map((tab) => ({ ...tab, label: ADMIN_TABS[tab.value as AdminTab] }));

/** The open tab is in the URL, so it survives a reload, a new login, and a visit to a content page. */
export function AdminTabs() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const isEditor = !useMay("administrator");
  const tabs = isEditor ? TABS.filter(({ value }) => EDITOR_TABS.includes(value)) : TABS;
  const asked = params.get("tab");
  const known = TABS.find((tab) => tab.value === asked);
  const value = known?.value ?? tabs[0]?.value ?? "overview";
  const search = useMemberSearch(value === "members", () => replaceParams({ tab: "members" }));
  const wasRefused = useAtomValue(adminStatusAtom) === "refused";
  return (
    <>
      <Tabs
        label="Admin sections"
        tabs={tabs}
        value={value}
        onValueChange={(tab) => replaceParams({ tab })}
        aside={
          !isEditor && (
            <button type="button" aria-keyshortcuts="/" onClick={search} className="tabs-tab tabs-aside">
              <Search className="size-5 shrink-0" />
              <span className="max-lg:sr-only">
                Search<span className="sr-only"> members</span>
              </span>
            </button>
          )
        }
        elsewhere={!tabs.some((tab) => tab.value === value) && <NotYours page={ADMIN_TABS[value as AdminTab]} />}
      />
      <LeaveQuestion />
      {wasRefused && <LoginAgain />}
    </>
  );
}

/** Over all that is open, which stays as it was left: the password stopped working, or its second factor's twelve hours are over. */
function LoginAgain() {
  return (
    <Dialog isOpen isScreen title="Admin" description={LOGIN_HINT}>
      <AdminLogin />
      <div className="justify-self-center">
        <AdminLogout />
      </div>
    </Dialog>
  );
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select") !== null);

function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>("[role=tabpanel][data-state=active] input[type=search]");
  field?.focus();
  return field !== null;
}

/** Opens the list of members with focus in its search: for "/" pressed outside of fields and dialogs, and when called. */
function useMemberSearch(isOpen: boolean, open: () => void): () => void {
  const isAsked = useRef(false);
  const search = () => {
    if (isOpen && focusSearch()) return;
    isAsked.current = true;
    open();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isAlone = !(event.ctrlKey || event.metaKey || event.altKey);
    if (event.key !== "/" || !isAlone || isTyping(event) || document.querySelector("[role=dialog]")) return;
    event.preventDefault();
    search();
  });
  useEffect(() => listen(document, { keydown: (event) => onKey(event as KeyboardEvent) }), []);
  // In the next frame: the tab shows its panel first and fills it then.
  useEffect(() => {
    if (!isAsked.current || !isOpen) return;
    const frame = requestAnimationFrame(() => {
      isAsked.current = !focusSearch();
    });
    return () => cancelAnimationFrame(frame);
  });
  return search;
}
