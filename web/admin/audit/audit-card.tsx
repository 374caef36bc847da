import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { AuditEntry } from "#domain/contract/audit.ts";
import { formatExactTime } from "#domain/formats.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#domain/rules/audit-actions.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { ACTION_NAMES } from "#domain/words.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { adminPages } from "../parts/admin-query.ts";
import { bind } from "../parts/bind.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { actorText, detailTexts } from "./audit-words.ts";

type Filter = { action: AuditAction | ""; subject: string };
const NO_FILTER: Filter = { action: "", subject: "" };
const ACTIONS = [
  { value: "", label: "All actions" },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_NAMES[action] })),
];

export function AuditCard() {
  const [filter, setFilter] = useState(NO_FILTER);
  const pages = useInfiniteQuery(auditQuery(filter));
  return (
    <TitledCard
      id="audit"
      title="Audit log"
      hint={`Kept for ${SERVICE_TERMS.auditKeptYears} years by default. Entries don't include a person's previous details.`}
    >
      <AuditFilter key={filter.subject} filter={filter} onChange={setFilter} />
      <QueryPanel query={pages} loading="Loading the audit log..." failed="Couldn't load the audit log">
        {({ pages }) =>
          pages.every(({ entries }) => entries.length === 0) ? (
            <StatePanel kind="empty" icon={ScrollText} title="No entries match." />
          ) : (
            <ol className="grid">
              {pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <Entry key={entry.id} entry={entry} onSubject={(subject) => setFilter({ action: "", subject })} />
                ))}
            </ol>
          )
        }
      </QueryPanel>
      <ShowMore list={pages} label="Show older" />
    </TitledCard>
  );
}

function auditQuery({ action, subject }: Filter) {
  return adminPages(
    ["/api/admin/audit", action, subject],
    (before?: number) =>
      adminApi.admin.audit.$get({
        query: { action: action || undefined, subject: subject || undefined, before: before?.toString() },
      }),
    ({ next }) => next,
  );
}

function AuditFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const [subject, setSubject] = useState(filter.subject);
  return (
    <form
      aria-label="Filter the audit log"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ ...filter, subject: subject.trim() });
      }}
      className="mb-5 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <SelectField
        label="Action"
        options={ACTIONS}
        {...bind(filter.action, (action) => onChange({ ...filter, action: action as Filter["action"] }))}
      />
      <TextField label="Email, date, or ID" type="search" autoComplete="off" {...bind(subject, setSubject)} />
      <div className="flex gap-3">
        <Button type="submit" variant="secondary">
          Filter
        </Button>
        {(filter.subject || filter.action) && (
          <Button variant="ghost" onClick={() => onChange(NO_FILTER)}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}

function Entry({ entry, onSubject }: { entry: AuditEntry; onSubject: (subject: string) => void }) {
  const { at, actor, action, subject, subjectName, details, ipAddress, userAgent } = entry;
  const texts = detailTexts(details);
  return (
    <li className="grid gap-1.5 border-line/60 border-t py-4 lg:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)] lg:gap-5">
      <time dateTime={at} className="text-muted text-sm tabular-nums">
        {formatExactTime(at)}
      </time>
      <div className="grid min-w-0 justify-items-start gap-1">
        <p className="font-bold semi-wide">{ACTION_NAMES[action]}</p>
        <button
          type="button"
          onClick={() => onSubject(subject)}
          aria-label={`Show only entries about ${subjectName ?? subject}`}
          className="wrap-anywhere min-h-11 text-left text-bolt text-sm underline-offset-4 hover:underline"
        >
          {subjectName ?? subject}
        </button>
        {texts.map(({ name, value }) => (
          <p key={name} className="wrap-anywhere text-sm">
            <span className="text-muted">{name}:</span> {value}
          </p>
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-1 text-sm">
        <p>{actorText(actor)}</p>
        {ipAddress && <p className="wrap-anywhere text-muted">from {ipAddress}</p>}
        {userAgent && <p className="wrap-anywhere text-muted">{userAgent}</p>}
      </div>
    </li>
  );
}
