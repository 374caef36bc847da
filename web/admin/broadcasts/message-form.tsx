import { useAtom } from "jotai";
import { useState } from "react";
import { useSearchParams } from "react-router";
import * as z from "zod";
import { type BroadcastPreviewRequest, broadcastPreviewRequest } from "#domain/contract/broadcasts.ts";
import type { BroadcastAudience, BroadcastKind } from "#domain/rules/broadcasts.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { optionsOf, SmallButton } from "../parts/controls.tsx";
import { ChosenSegment, segmentOf } from "../parts/segment.tsx";
import { storedFormAtom } from "../parts/stored.atoms.ts";
import { useContractForm } from "../parts/use-contract-form.ts";
import { ConfirmMessage } from "./confirm-message.tsx";

const AUDIENCE_NAMES: Record<BroadcastAudience, string> = {
  members: "Current members",
  subscribers: "Subscribers",
};

export const KIND_NAMES: Record<BroadcastKind, string> = { service: "About the membership", outage: "Outage" };

const text = z.string();
/** `to`: the segment that it's written to, as in an address. */
const storedForm = z.object({ kind: text, audience: text, subject: text, body: text, to: text.default("") });
const EMPTY = { kind: "service", audience: "members", subject: "", body: "", to: "" };
const leftAtom = storedFormAtom("Message to members", storedForm, EMPTY);

/** To the segment in the address, or else the one that the draft was written to. `busy`: the kinds being sent. */
export function MessageForm({ busy }: { busy: BroadcastKind[] }) {
  const [params] = useSearchParams();
  const [typed, write] = useAtom(leftAtom);
  const given = Object.entries(segmentOf(params));
  const to = given.length > 0 ? String(new URLSearchParams(given)) : typed.to;
  const segment = segmentOf(new URLSearchParams(to));
  const [previewed, setPreviewed] = useState<BroadcastPreviewRequest | null>(null);
  const { form, field } = useContractForm({
    schema: broadcastPreviewRequest,
    typed,
    write: (next) => write({ ...next, to: next.subject || next.body ? to : "" }),
    toRequest: (values) => ({ ...values, segment }),
    send: setPreviewed,
  });
  return (
    <>
      <form {...form} className="grid gap-5">
        <ChosenSegment chosen={segment} everyone="All members" />
        {given.length === 0 && to && (
          <SmallButton className="justify-self-start" onClick={() => write({ ...typed, to: "" })}>
            Everyone instead
          </SmallButton>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="To"
            hint="Current members have access or a subscription. Subscribers have a subscription."
            options={optionsOf(AUDIENCE_NAMES)}
            {...field("audience")}
          />
          <SelectField
            label="Kind"
            hint="A member gets at most one in seven days. Besides, at most two about an outage in a day and three in seven days."
            options={optionsOf(KIND_NAMES)}
            {...field("kind")}
          />
        </div>
        <TextField label="Subject" required {...field("subject")} />
        <TextAreaField
          label="Message"
          rows={9}
          required
          hint="A blank line begins a new paragraph. An address like https://… becomes a link."
          {...field("body")}
        />
        <Button type="submit" className="sm:justify-self-start">
          Preview
        </Button>
      </form>
      {previewed && (
        <ConfirmMessage
          message={previewed}
          mayConfirm={!busy.includes(previewed.kind)}
          onConfirmed={() => write(EMPTY)}
          onClose={() => setPreviewed(null)}
        />
      )}
    </>
  );
}
