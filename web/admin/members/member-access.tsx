import { useState } from "react";
import type { MemberFile, MemberGrant } from "#domain/contract/members.ts";
import { formatCount, formatShortDate } from "#domain/formats.ts";
import { GRANT_PLANS } from "#domain/rules/access.ts";
import { TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind } from "../parts/bind.ts";
import { useKeptText } from "../parts/kept.atoms.ts";
import { SmallButton } from "../parts/small-button.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { GRANT_STATES, PLAN_NAMES, SOURCES } from "./member-words.ts";
import { everyMemberKey } from "./members.query.ts";

export function MemberAccess({ file }: { file: MemberFile }) {
  const { profile, grants, history } = file;
  const [isGiving, setIsGiving] = useState(false);
  const [ending, setEnding] = useState<MemberGrant | null>(null);
  const access =
    profile.accessEndsAt && profile.hasAccess
      ? `Until ${formatShortDate(profile.accessEndsAt)}.`
      : "They have none now.";
  return (
    <TitledCard id="member-access" title="Access" hint={access}>
      <ul aria-label="Grants of access" className="grid gap-3">
        {grants.map((grant) => (
          <Grant
            key={grant.id}
            grant={grant}
            reasons={history.flatMap(({ grantId, reason }) => (grantId === grant.id && reason ? [reason] : []))}
            onEnd={() => setEnding(grant)}
          />
        ))}
      </ul>
      <Button variant="secondary" className="mt-5 w-full" onClick={() => setIsGiving(true)}>
        Give access
      </Button>
      {isGiving && <GiveAccess profile={profile} onClose={() => setIsGiving(false)} />}
      {ending && <EndAccess id={profile.id} grant={ending} onClose={() => setEnding(null)} />}
    </TitledCard>
  );
}

function wordsOf({ source, plan }: MemberGrant): string {
  return source === "trial" || source === "gift" ? SOURCES[source] : `${SOURCES[source]}: ${PLAN_NAMES[plan]}`;
}

function Grant({ grant, reasons, onEnd }: { grant: MemberGrant; reasons: string[]; onEnd: () => void }) {
  const { label, tone } = GRANT_STATES[grant.state];
  // A subscription's grant ends by canceling the subscription.
  const canEnd = grant.state !== "over" && grant.source !== "subscription";
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-night p-4">
      <div className="flex items-start justify-between gap-3">
        <p className="font-bold semi-wide">{wordsOf(grant)}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-muted text-sm">
        {formatShortDate(grant.startsAt)} – {formatShortDate(grant.endedAt ?? grant.until)}
        {grant.endedAt && `, ended early (${grant.endReason?.replace("_", " ") ?? "no reason kept"})`}
      </p>
      {reasons.map((reason) => (
        <p key={reason} className="wrap-anywhere text-sm">
          “{reason}”
        </p>
      ))}
      {canEnd && (
        <SmallButton variant="danger" className="justify-self-start" onClick={onEnd}>
          End this access
        </SmallButton>
      )}
    </li>
  );
}

const LENGTHS = [
  ...TRIAL_MONTHS.map((months) => ({ value: String(months), label: formatCount(months, "month") })),
  { value: "date", label: "Until a day" },
];

type GiveAccessProps = Pick<MemberFile, "profile"> & { onClose: () => void };

function GiveAccess({ profile, onClose }: GiveAccessProps) {
  const { id } = profile;
  const [keptPlan, setPlan] = useKeptText(`give-access-plan/${id}`);
  const [keptLength, setLength] = useKeptText(`give-access-length/${id}`);
  const [untilDate, setUntilDate] = useKeptText(`give-access-day/${id}`);
  const [reason, setReason] = useKeptText(`give-access/${id}`);
  const plan = GRANT_PLANS.find((one) => one === keptPlan) ?? "monthly";
  const length = keptLength || "1";
  const give = (requestId: string) => {
    const months = TRIAL_MONTHS.find((one) => String(one) === length);
    const stretch = months === undefined ? { untilDate } : { months };
    const json = { requestId, plan, reason, ...stretch };
    return adminApi.admin.members[":id"].grants.$post({ param: { id }, json });
  };
  const isDated = length === "date";
  const running = profile.hasAccess && profile.accessEndsAt ? formatShortDate(profile.accessEndsAt) : null;
  return (
    <AskToAct
      title="Give access"
      text={running ? `They have access until ${running}: months are added to that.` : "It begins at once."}
      action="Give access"
      isDangerous={false}
      isDisabled={reason.trim() === "" || (isDated && untilDate === "")}
      act={give}
      reads={everyMemberKey}
      onDone={() => {
        for (const forget of [setPlan, setLength, setUntilDate, setReason]) forget("");
      }}
      onClose={onClose}
    >
      <SelectField
        label="Plan"
        options={GRANT_PLANS.map((value) => ({ value, label: PLAN_NAMES[value] }))}
        {...bind(plan, setPlan)}
      />
      <SelectField label="Length" options={LENGTHS} {...bind(length, setLength)} />
      {isDated && (
        <TextField
          label="Last day"
          type="date"
          hint="It begins at once and ends with this day."
          {...bind(untilDate, setUntilDate)}
        />
      )}
      <TextField label="Reason" maxLength={500} {...bind(reason, setReason)} />
    </AskToAct>
  );
}

function EndAccess({ id, grant, onClose }: { id: string; grant: MemberGrant; onClose: () => void }) {
  const [reason, setReason] = useKeptText(`end-access/${grant.id}`);
  const param = { id, grantId: grant.id };
  return (
    <AskToAct
      title="End this access?"
      text={`${wordsOf(grant)}, until ${formatShortDate(grant.until)}. It ends at once; other access goes on. It cannot be taken back, but you can give access anew.`}
      action="End it now"
      isDisabled={reason.trim() === ""}
      act={() => adminApi.admin.members[":id"].grants[":grantId"].end.$post({ param, json: { reason } })}
      reads={everyMemberKey}
      onDone={() => setReason("")}
      onClose={onClose}
    >
      <TextField label="Reason" maxLength={500} {...bind(reason, setReason)} />
    </AskToAct>
  );
}
