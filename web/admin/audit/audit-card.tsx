import { useInfiniteQuery } from "@tanstack/react-query";
import { ListFilter, ScrollText } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AuditEntry } from "#domain/contract/audit.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import {
  AUDIT_ACTIONS,
  AUDIT_GROUPS,
  type AuditAction,
  type AuditGroup,
  actionName,
} from "#domain/rules/audit-actions.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { adminPages } from "../parts/admin-query.ts";
import { bind, submits } from "../parts/controls.tsx";
import { type DetailText, detailTexts, placeOf, sentenceOf, subjectText } from "./audit-words.ts";

type Filter = { group?: AuditGroup | undefined; action?: AuditAction | undefined; subject?: string | undefined };

const GROUP_NAMES: Record<AuditGroup, string> = {
  members: "Members",
  access: "Trials and access",
  emails: "Emails",
  content: "Content and settings",
  payments: "Payments",
  gifts: "Gifts",
  logins: "Failed admin logins",
};
const GROUPS = [
  { value: "", label: "Everything" },
  ...AUDIT_GROUPS.map((group) => ({ value: group, label: GROUP_NAMES[group] })),
];

function filterIn(params: URLSearchParams): Filter {
  return {
    group: AUDIT_GROUPS.find((group) => group === params.get("group")),
    action: AUDIT_ACTIONS.find((action) => action === params.get("action")),
    subject: params.get("subject")?.slice(0, 254) || undefined,
  };
}

export function AuditCard() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const filter = filterIn(params);
  const pages = useInfiniteQuery(auditQuery(filter));
  const narrow = (next: Filter) => {
    const chosen = Object.entries(next).filter(([, value]) => value);
    replaceParams({ tab: "settings", page: "audit", ...Object.fromEntries(chosen) });
  };
  return (
    <Card
      id="audit"
      title="Audit log"
      hint={`Kept for ${SERVICE_TERMS.auditKeptYears} years by default. Entries don't include a person's previous details.`}
    >
      <AuditFilter key={filter.subject} filter={filter} onChange={narrow} />
      <QueryPanel query={pages} loading="Loading the audit log..." failed="Couldn't load the audit log">
        {({ pages }) =>
          pages.every(({ entries }) => entries.length === 0) ? (
            <StatePanel kind="empty" icon={ScrollText} title="No entries match." />
          ) : (
            <ol className="grid">
              {pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <Entry key={entry.id} entry={entry} onSubject={(subject) => narrow({ subject })} />
                ))}
            </ol>
          )
        }
      </QueryPanel>
      <ShowMore list={pages} label="Show older" />
    </Card>
  );
}

function auditQuery({ group, action, subject }: Filter) {
  return adminPages(
    ["/api/admin/audit", group, action, subject],
    (before?: number) => adminApi.admin.audit.$get({ query: { group, action, subject, before: before?.toString() } }),
    ({ next }) => next,
  );
}

function AuditFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const [subject, setSubject] = useState(filter.subject ?? "");
  const { action, group } = filter;
  // A link from elsewhere may ask for one action.
  const asked = action ? [{ value: action, label: actionName(action) }] : [];
  return (
    <form
      aria-label="Filter the audit log"
      {...submits(() => onChange({ ...filter, subject: subject.trim() }))}
      className="mb-5 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <SelectField
        label="Topic"
        options={[...asked, ...GROUPS]}
        {...bind(action ?? group ?? "", (chosen) => onChange({ subject: filter.subject, group: chosen as AuditGroup }))}
      />
      <TextField label="Email, date, or ID" type="search" autoComplete="off" {...bind(subject, setSubject)} />
      <div className="flex gap-3">
        <Button type="submit" variant="secondary">
          Filter
        </Button>
        {Object.values(filter).some(Boolean) && (
          <Button variant="ghost" onClick={() => onChange({})}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}

const wordsOf = ({ name, value }: DetailText) => `${name}: ${value}`;

type EntryProps = { entry: AuditEntry; onSubject: (subject: string) => void };

function Entry({ entry, onSubject }: EntryProps) {
  const { at, subject, details, ipAddress, userAgent } = entry;
  const { raw = [], texts = [] } = Object.groupBy(detailTexts(details), ({ isRaw }) => (isRaw ? "raw" : "texts"));
  const more = [ipAddress && `from ${ipAddress}`, userAgent, ...raw.map(wordsOf)].filter(Boolean);
  const time = <time dateTime={at}>{formatDateTime(at)}</time>;
  return (
    <li className="flex items-start justify-between gap-4 border-line/60 border-t py-3">
      <div className="grid min-w-0 gap-1">
        <Sentence entry={entry} />
        {texts.length > 0 && <p className="wrap-anywhere text-sm">{texts.map(wordsOf).join(" · ")}</p>}
        {more.length > 0 ? (
          <details className="wrap-anywhere text-muted text-sm">
            <summary className="cursor-pointer">{time}</summary>
            {more.join(" · ")}
          </details>
        ) : (
          <p className="text-muted text-sm">{time}</p>
        )}
      </div>
      <IconButton
        icon={ListFilter}
        label={`Show only entries about ${subjectText(entry)}`}
        onClick={() => onSubject(subject)}
      />
    </li>
  );
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const { before, name, after } = sentenceOf(entry);
  const place = placeOf(entry);
  return (
    <p className="wrap-anywhere font-bold semi-wide">
      {before}
      {place ? (
        <Link to={adminPath(place)} className="text-bolt underline underline-offset-4">
          {name}
        </Link>
      ) : (
        name
      )}
      {after}
    </p>
  );
}
