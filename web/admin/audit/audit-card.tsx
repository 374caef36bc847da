import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { AuditEntry } from "#domain/contract/audit.ts";
import { formatExactTime } from "#domain/formats.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#domain/rules/audit-actions.ts";
import { ACTION_NAMES } from "#domain/words.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { actorText, detailTexts } from "./audit-words.ts";

type Filter = { action: AuditAction | ""; subject: string };
const NO_FILTER: Filter = { action: "", subject: "" };
const ACTIONS = [
  { value: "", label: "Everything" },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_NAMES[action] })),
];

export function AuditCard() {
  const [filter, setFilter] = useState(NO_FILTER);
  const pages = useInfiniteQuery({
    queryKey: ["/api/admin/audit", filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => read(adminApi.admin.audit.$get({ query: queryOf(filter, pageParam) })),
    getNextPageParam: ({ next }) => next,
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  return (
    <Card aria-labelledby="audit">
      <CardHeading
        id="audit"
        hint="Kept as long as AUDIT_KEPT_DAYS says. A person's old values are not copied into it."
      >
        Audit
      </CardHeading>
      <AuditFilter key={filter.subject} filter={filter} onChange={setFilter} />
      {entries === undefined ? (
        pages.isPending ? (
          <StatePanel kind="loading" title="Loading the audit..." />
        ) : (
          <StatePanel kind="error" title="Failed to fetch the audit" detail={errorDetail(pages.error)} retry={pages} />
        )
      ) : entries.length === 0 ? (
        <StatePanel kind="empty" icon={ScrollText} title="Nothing was recorded that fits." />
      ) : (
        <ol className="grid">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onSubject={(subject) => setFilter({ action: "", subject })} />
          ))}
        </ol>
      )}
      <ShowMore list={pages} label="Show older entries" />
    </Card>
  );
}

function queryOf({ action, subject }: Filter, before: number | undefined) {
  return {
    ...(action ? { action } : {}),
    ...(subject ? { subject } : {}),
    ...(before === undefined ? {} : { before: String(before) }),
  };
}

function AuditFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const [subject, setSubject] = useState(filter.subject);
  return (
    <form
      aria-label="Filter the audit"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ ...filter, subject: subject.trim() });
      }}
      className="mb-5 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <SelectField
        label="Action"
        options={ACTIONS}
        value={filter.action}
        onChange={(event) => onChange({ ...filter, action: event.target.value as Filter["action"] })}
      />
      <TextField
        label="Subject (address, date or id)"
        type="search"
        autoComplete="off"
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
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
          aria-label={`Only entries about ${subjectName ?? subject}`}
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
