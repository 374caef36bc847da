import { useState } from "react";
import type { MemberFile, MemberGrant } from "#domain/contract/members.ts";
import { formatDate } from "#domain/formats.ts";
import { GRANT_PLANS, type GrantPlan } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { bind } from "../parts/controls.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { day, END_REASONS, GRANT_STATES, MONTH_OPTIONS, SOURCES } from "./member-words.ts";

export function MemberAccess({ file }: { file: MemberFile }) {
  const { profile, grants, history } = file;
  return (
    <Card id="member-access" title="Access">
      <ul aria-label="Access grants" className="grid gap-3">
        {grants.map((grant) => (
          <Grant
            key={grant.id}
            memberId={profile.id}
            grant={grant}
            reasons={history.flatMap(({ grantId, reason }) => (grantId === grant.id && reason ? [reason] : []))}
          />
        ))}
      </ul>
      <GiveAccess file={file} />
    </Card>
  );
}

function Grant({ memberId, grant, reasons }: { memberId: string; grant: MemberGrant; reasons: string[] }) {
  const { id, source, plan, state } = grant;
  const name = source === "trial" || source === "gift" ? SOURCES[source] : `${SOURCES[source]}: ${PLAN_NAMES[plan]}`;
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-night p-4">
      <div className="flex items-start justify-between gap-3">
        <p className="font-bold semi-wide">{name}</p>
        <StateBadge look={GRANT_STATES[state]} />
      </div>
      <p className="text-muted text-sm">
        {formatDate(grant.startsAt)} – {formatDate(grant.endedAt ?? grant.until)}
        {grant.endedAt && `, ended early (${grant.endReason ? END_REASONS[grant.endReason] : "no reason given"})`}
      </p>
      {reasons.map((reason) => (
        <p key={reason} className="wrap-anywhere text-sm">
          "{reason}"
        </p>
      ))}
      {/* A subscription's grant ends by cancelling the subscription. */}
      {state !== "over" && source !== "subscription" && (
        <AskButton
          button={{ variant: "danger", size: "sm", className: "justify-self-start", children: "End access" }}
          title="End this access?"
          text={`This ends "${name}" (until ${formatDate(grant.until)}) now. Other access isn't affected. You can't undo this, but you can grant access again.`}
          action="End access"
          reason={{ maxLength: 500 }}
          act={(_, reason) =>
            adminApi.admin.members[":id"].grants[":grantId"].end.$post({
              param: { id: memberId, grantId: id },
              json: { reason },
            })
          }
          reads={[everyMemberKey]}
        />
      )}
    </li>
  );
}

const LENGTHS = [...MONTH_OPTIONS, { value: "date", label: "Until a specific date" }];

/** The plan they had: by their subscription, else by their last grant. */
function lastPlan({ profile, grants }: MemberFile): GrantPlan {
  return GRANT_PLANS.find((plan) => plan === profile.subscriptionType) ?? grants[0]?.plan ?? "monthly";
}

/** Months begin when all other access ends; a last day counts from now. */
function resultText({ profile, grants }: MemberFile, months: number | undefined, lastDay: string): string {
  const ends = grants.flatMap(({ state, until, endedAt }) => (state === "over" ? [] : [Date.parse(endedAt ?? until)]));
  const isOpen = ends.length > 0;
  const from = isOpen ? Math.max(...ends) : Date.now();
  const present = isOpen ? `Their access ends ${formatDate(from)}. ` : "";
  if (months === undefined)
    return `${present}This starts now and ends after ${lastDay ? day(lastDay) : "the last day you choose"}.`;
  const end = formatDate(addMonths(from, months, profile.timezone));
  return `${present}${isOpen ? "This starts then" : "This starts now"} and ends ${end}.`;
}

function GiveAccess({ file }: { file: MemberFile }) {
  const { id } = file.profile;
  const [chosen, setPlan] = useState("");
  const [length, setLength] = useState("1");
  const [untilDate, setUntilDate] = useState("");
  const plan = GRANT_PLANS.find((one) => one === chosen) ?? lastPlan(file);
  const months = TRIAL_MONTHS.find((one) => String(one) === length);
  const give = (requestId: string, reason: string) => {
    const json = { requestId, plan, reason, ...(months === undefined ? { untilDate } : { months }) };
    return adminApi.admin.members[":id"].grants.$post({ param: { id }, json });
  };
  const isDated = months === undefined;
  return (
    <AskButton
      button={{ className: "mt-5 w-full", children: "Grant access" }}
      title="Grant access"
      text={resultText(file, months, untilDate)}
      action="Grant access"
      isDangerous={false}
      isDisabled={isDated && untilDate === ""}
      reason={{ maxLength: 500 }}
      act={give}
      reads={[everyMemberKey]}
      onDone={() => {
        setPlan("");
        setLength("1");
        setUntilDate("");
      }}
    >
      <SelectField
        label="Plan"
        options={GRANT_PLANS.map((value) => ({ value, label: PLAN_NAMES[value] }))}
        {...bind(plan, setPlan)}
      />
      <SelectField label="Length" options={LENGTHS} {...bind(length, setLength)} />
      {isDated && (
        <TextField label="Last day" type="date" required hint="Required." {...bind(untilDate, setUntilDate)} />
      )}
    </AskButton>
  );
}
