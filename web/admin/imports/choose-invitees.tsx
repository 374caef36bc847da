import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import type { InvitationChoices, InvitationPreviewRequest, StartInvitationsRequest } from "#domain/contract/imports.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { DetailList } from "../../ui/detail-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { bind, SmallButton } from "../parts/controls.tsx";
import { MailFrame } from "../parts/mail-frame.tsx";
import { SendTest } from "../parts/send-test.tsx";

const { invitations } = adminApi.admin;
const choicesQuery = adminQuery(["/api/admin/invitations", "choices"], () => invitations.choices.$get());
const EVERYONE = "everyone";

type Choice = {
  value: string;
  label: string;
  withAccess: number;
  withoutAccess: number;
  optedOut: number;
  /** Only an import can be ticked. */
  importId?: string;
  isAgreed?: boolean;
};

function choicesOf({ imports, labels }: InvitationChoices): Choice[] {
  const sum = (count: (one: InvitationChoices["imports"][number]) => number) =>
    imports.reduce((all, one) => all + count(one), 0);
  const everyone = {
    withAccess: sum((one) => one.withAccess),
    withoutAccess: sum((one) => (one.isAgreed ? one.withoutAccess : 0)),
    optedOut: sum((one) => one.optedOut),
  };
  return [
    { value: EVERYONE, label: "Everyone imported", ...everyone },
    ...imports.map(({ id, filename, ...one }) => ({ value: `import ${id}`, label: filename, importId: id, ...one })),
    ...labels.map(({ label, ...one }) => ({ value: `label ${label}`, label: `Label: ${label}`, ...one })),
  ];
}

function requestOf({ value, importId }: Choice, isAgreed: boolean): StartInvitationsRequest["to"] {
  if (importId !== undefined) return { kind: "import", id: importId, isAgreed };
  return value === EVERYONE ? { kind: "everyone" } : { kind: "label", label: value.slice("label ".length) };
}

type ChooseProps = { mostToday: number; reads: readonly (readonly unknown[])[] };

/** Who to invite: an import, a label, or everyone. People without access only if the administrator says that they agreed. */
export function ChooseInvitees({ mostToday, reads }: ChooseProps) {
  const choices = useQuery(choicesQuery);
  return (
    <QueryPanel query={choices} loading="Counting people..." failed="Couldn't count who is waiting">
      {(known) => <Choosing choices={choicesOf(known)} mostToday={mostToday} reads={reads} />}
    </QueryPanel>
  );
}

function Choosing({ choices, mostToday, reads }: ChooseProps & { choices: Choice[] }) {
  const [value, setValue] = useState(EVERYONE);
  const [ticks, setTicks] = useState<Record<string, boolean>>({});
  const choice = choices.find((one) => one.value === value) ?? choices[0];
  if (!choice) return null;
  const { importId, withAccess, withoutAccess, optedOut } = choice;
  const isAgreed = ticks[choice.value] ?? choice.isAgreed ?? false;
  const others = importId === undefined || isAgreed ? withoutAccess : 0;
  const count = withAccess + others;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SelectField
        label="Invite"
        options={choices.map((one) => ({ value: one.value, label: one.label }))}
        {...bind(choice.value, setValue)}
      />
      <DetailList
        details={[
          ["With access, invited first", formatNumber(withAccess)],
          [
            others > 0 || withoutAccess === 0 ? "Without access" : "Without access, not invited",
            formatNumber(withoutAccess),
          ],
          ["Opted out and without access, never invited", optedOut > 0 && formatNumber(optedOut)],
        ]}
      />
      {importId !== undefined && withoutAccess > 0 && (
        <label className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            checked={isAgreed}
            onChange={({ target }) => setTicks({ ...ticks, [choice.value]: target.checked })}
            className="mt-0.5 size-5 shrink-0 accent-bolt"
          />
          <span className="min-w-0">
            These people agreed to emails from us
            <span className="block text-muted text-sm">
              Then people without access get one invitation, too, with a text of its own and no reminder. The audit log
              keeps your answer.
            </span>
          </span>
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        <AskButton
          button={{ variant: "primary", children: "Send invitations", disabled: count === 0 }}
          title={`Invite ${formatCount(count, "member")}?`}
          text={`Up to ${formatCount(mostToday, "email")} today, and more each day. You can stop at any time.`}
          action="Send invitations"
          isDangerous={false}
          act={(requestId) => invitations.start.$post({ json: { requestId, to: requestOf(choice, isAgreed) } })}
          reads={[...reads, choicesQuery.queryKey]}
          failed="Couldn't start the invitations"
          notify={() => ({ title: "Invitations are on their way", tone: "success" })}
        />
        <Preview kind="invitation">Preview</Preview>
        {others > 0 && <Preview kind="invitation-offer">Preview without access</Preview>}
      </div>
    </div>
  );
}

function Preview({ kind, children }: InvitationPreviewRequest & { children: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SmallButton icon={Eye} onClick={() => setIsOpen(true)}>
        {children}
      </SmallButton>
      {isOpen && (
        <Dialog isOpen isWide onOpenChange={setIsOpen} title="Preview">
          <PreviewedMail kind={kind} />
        </Dialog>
      )}
    </>
  );
}

function PreviewedMail({ kind }: InvitationPreviewRequest) {
  const preview = useQuery(
    adminQuery(["/api/admin/invitations/preview", kind], () => invitations.preview.$post({ json: { kind } })),
  );
  return (
    <QueryPanel query={preview} loading="Preparing the preview..." failed="Couldn't prepare the preview">
      {({ subject, html }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DetailList details={[["Subject", subject]]} />
          <MailFrame html={html} title={`Email: ${subject}`} />
          <SendTest copyTo={null} send={(email) => read(invitations.test.$post({ json: { kind, email } }))} />
        </div>
      )}
    </QueryPanel>
  );
}
