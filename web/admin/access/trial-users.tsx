import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CalendarClock, MailPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { TrialUser } from "#domain/contract/access.ts";
import { DAY_MS } from "#domain/durations.ts";
import { formatCount, formatDate } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { nameOf } from "../members/member-words.ts";
import { adminPages } from "../parts/admin-query.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { bind, LINK } from "../parts/controls.tsx";
import { ListSearch, useListParams } from "../parts/list-search.tsx";

const calls = adminApi.admin["trial-users"];
const PAGE = 25;

/** Key of every reading of the list. */
export const trialUsersKey = ["/api/admin/trial-users"];

function trialUsersQuery(filter: { q?: string; sort?: "soonest" }) {
  return adminPages(
    [...trialUsersKey, filter],
    (after?: string) => calls.$get({ query: { limit: String(PAGE), after, ...filter } }),
    (page) => (page.length < PAGE ? null : page.at(-1)?.id),
    { placeholderData: keepPreviousData },
  );
}

const ORDERS = [
  { value: "", label: "All, ending latest first" },
  { value: "soonest", label: "Active, ending soonest first" },
];

export function TrialUsers() {
  const { params, set } = useListParams();
  const q = (params.get("q") ?? "").slice(0, 100);
  const sort = params.get("sort") === "soonest" ? "soonest" : "";
  const users = useInfiniteQuery(trialUsersQuery({ ...(q && { q }), ...(sort && { sort }) }));
  return (
    <Card id="trial-users" title="Manage Trial Users">
      <ListSearch label="Search trials" className="mb-5" text={q} onSearch={(text) => set("q", text)}>
        <SelectField label="Show" options={ORDERS} {...bind(sort, (next) => set("sort", next))} />
      </ListSearch>
      <QueryPanel query={users} loading="Loading trial users..." failed="Failed to fetch trial users">
        {({ pages }) => (
          <div aria-busy={users.isPlaceholderData} className="grid gap-4 transition-opacity aria-busy:opacity-60">
            {pages.flat().length === 0 ? (
              <StatePanel kind="empty" title="No trial users found" />
            ) : (
              <ul className="grid gap-3">
                {pages.flat().map((user) => (
                  <TrialUserRow key={user.id} user={user} />
                ))}
              </ul>
            )}
            <ShowMore list={users} />
          </div>
        )}
      </QueryPanel>
    </Card>
  );
}

/** "Expires in 9 days", counting the last one; nothing without an end. */
function expiryText({ trialEndDate }: TrialUser): string {
  if (trialEndDate === null) return "";
  const left = Math.ceil((Date.parse(trialEndDate) - Date.now()) / DAY_MS);
  return left > 0 ? ` · Expires in ${formatCount(left, "day")}` : " · Expired";
}

type TrialProps = { user: TrialUser };

function TrialUserRow({ user }: TrialProps) {
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-night p-4">
      <div className="flex items-center justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <p className="wrap-anywhere font-bold semi-wide">{nameOf(user)}</p>
          <p className="wrap-anywhere text-muted text-sm">{user.email}</p>
          <p className="text-muted text-sm">
            Trial ends: {user.trialEndDate === null ? "Not set" : formatDate(user.trialEndDate)}
            {expiryText(user)}
          </p>
          {user.isSuppressed && (
            <p>
              <Badge tone="red">Suppressed</Badge>
            </p>
          )}
        </div>
        <AskButton
          button={{ icon: Trash2, label: `Delete ${nameOf(user)}`, className: "hover:border-bad hover:text-bad" }}
          title="Delete this trial user?"
          text={`${nameOf(user)} (${user.email}) loses access immediately and gets no more wake-up emails.`}
          action="Delete trial user"
          act={() => calls[":id"].$delete({ param: { id: user.id } })}
          notify={() => ({ title: "Trial User Deleted", tone: "success" })}
          reads={[trialUsersKey]}
          failed="Failed to delete trial user"
          closesOnFailure
        />
      </div>
      {user.lastDay !== null && (
        <div className="flex flex-wrap gap-x-5">
          <ChangeEnd user={user} lastDay={user.lastDay} />
          {!user.isSetUp && !user.isSuppressed && <InviteAgain user={user} />}
        </div>
      )}
    </li>
  );
}

function InviteAgain({ user }: TrialProps) {
  const { id, email } = user;
  return (
    <AskButton
      button={{
        ...LINK,
        icon: MailPlus,
        children: "Resend invitation",
        "aria-label": `Resend invitation for ${nameOf(user)}`,
      }}
      title="Resend the invitation?"
      text={`${email} gets a new link, valid for 7 days. The previous link stops working.`}
      action="Resend invitation"
      isDangerous={false}
      act={(requestId) => calls[":id"].invite.$post({ param: { id }, json: { requestId } })}
      reads={[trialUsersKey]}
      failed="Couldn't resend the invitation"
    />
  );
}

function ChangeEnd({ user, lastDay }: TrialProps & { lastDay: string }) {
  const [endDate, setEndDate] = useState(lastDay);
  const laterHint = user.isSuppressed
    ? "They won't get an email: this address is suppressed."
    : "We'll email them the new date.";
  return (
    <AskButton
      button={{
        ...LINK,
        icon: CalendarClock,
        children: "Change end date",
        "aria-label": `Change end date for ${nameOf(user)}`,
        onClick: () => setEndDate(lastDay),
      }}
      title="Change end date"
      text={nameOf(user)}
      action="Change end date"
      isDangerous={false}
      isDisabled={endDate === "" || endDate === lastDay}
      act={() => calls[":id"].end.$put({ param: { id: user.id }, json: { endDate } })}
      reads={[trialUsersKey]}
      failed="Couldn't change the end date"
    >
      <TextField
        label="Last day"
        type="date"
        {...bind(endDate, setEndDate)}
        hint={endDate > lastDay ? laterHint : "We won't email them about an earlier date."}
      />
    </AskButton>
  );
}
