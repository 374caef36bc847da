import { useQuery } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import type { Administrator, AdministratorList, NewCode } from "#domain/contract/administrators.ts";
import { formatDateTime } from "#domain/formats.ts";
import { ROLE_WORDS } from "#domain/rules/administrators.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { AdministratorForm } from "./administrator-form.tsx";
import { administratorCalls, administratorsQuery } from "./administrators.query.ts";
import { type Shown, ShownOnce } from "./shown-once.tsx";

const lastLogin = (at: string | null) => (at === null ? "Never logged in" : `Last login ${formatDateTime(at)}`);

/** Who works in the admin area, for the owner alone. */
export function AdministratorsCard() {
  const list = useQuery(administratorsQuery);
  const [edited, setEdited] = useState<Administrator | "new" | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <Card
      id="administrators"
      title="Administrators"
      hint="Give each person a key of their own, and use one yourself day to day. The owner's password always works."
      aside={
        <Button icon={UserPlus} onClick={() => setEdited("new")}>
          Add administrator
        </Button>
      }
    >
      <QueryPanel query={list} loading="Loading administrators..." failed="Couldn't load administrators">
        {(known) => <People list={known} onEdit={setEdited} onShow={setShown} />}
      </QueryPanel>
      {edited !== null && (
        <AdministratorForm
          administrator={edited === "new" ? null : edited}
          onAdded={setShown}
          onClose={() => setEdited(null)}
        />
      )}
      {shown && <ShownOnce shown={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}

type PeopleProps = {
  list: AdministratorList;
  onEdit: (person: Administrator) => void;
  onShow: (shown: Shown) => void;
};

function People({ list, ...on }: PeopleProps) {
  const { administrators, isReported, needsCodes, ownerLastLoginAt } = list;
  return (
    <div className="grid gap-5">
      {!isReported && (
        <Alert tone="info">OPERATOR_EMAIL isn't set, so no one hears about new administrators and keys.</Alert>
      )}
      <p className="text-muted">{`Owner's password · ${lastLogin(ownerLastLoginAt)}`}</p>
      {administrators.length === 0 ? (
        <StatePanel kind="empty" icon={Users} title="No one else yet. Add a person to give them a key." />
      ) : (
        <ul aria-label="Administrators" className="grid gap-3">
          {administrators.map((person) => (
            <Person key={person.id} person={person} needsCode={needsCodes} {...on} />
          ))}
        </ul>
      )}
    </div>
  );
}

type PersonProps = Pick<PeopleProps, "onEdit" | "onShow"> & { person: Administrator; needsCode: boolean };

function Person({ person, needsCode, onEdit, onShow }: PersonProps) {
  const { id, name, email, role, hasCode } = person;
  const common = { reads: [administratorsQuery.queryKey], failed: "That didn't work", notify: () => null };
  const calls = administratorCalls[":id"];
  const param = { id };
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-night p-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
          {name} <Badge tone="grey">{ROLE_WORDS[role].name}</Badge>
          {needsCode && !hasCode && <Badge tone="orange">No code yet</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">{email}</p>
        <p className="text-muted text-sm">{lastLogin(person.lastLoginAt)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-label={`Edit ${name}`} onClick={() => onEdit(person)}>
          Edit
        </Button>
        <AskButton
          {...common}
          button={{ variant: "secondary", size: "sm", "aria-label": `New key for ${name}`, children: "New key" }}
          title={`Make a new key for ${name}?`}
          text="The key before stops working right away, and they're logged out."
          action="Make a new key"
          act={() => calls.key.$post({ param })}
          notify={({ key }) => {
            onShow({ name, key });
            return null;
          }}
        />
        {needsCode && (
          <AskButton
            {...common}
            button={{ variant: "secondary", size: "sm", "aria-label": `New code for ${name}`, children: "Show code" }}
            title={`Show ${name} a new code?`}
            text={hasCode ? "The code before stops working right away, and they're logged out." : undefined}
            action="Show code"
            isDangerous={hasCode}
            act={() => calls.code.$post({ param })}
            notify={(code: NewCode) => {
              onShow({ name, code });
              return null;
            }}
          />
        )}
        <AskButton
          {...common}
          button={{ variant: "ghost", size: "sm", "aria-label": `Remove ${name}`, children: "Remove" }}
          title={`Remove ${name}?`}
          text="Their key and code stop working right away. The audit log keeps their name."
          action="Remove"
          act={() => calls.$delete({ param })}
          notify={() => ({ tone: "success", title: `${name} removed` })}
        />
      </div>
    </li>
  );
}
