import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { InboundLetter, InboundMail } from "#domain/contract/mail-responses.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { TextAreaField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { mailReason } from "../mail/mail-reasons.ts";
import { adminQuery } from "../parts/admin-query.ts";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind } from "../parts/controls.tsx";
import { everyMemberKey, overviewKey } from "../parts/query-keys.ts";

const inbound = adminApi.admin.inbound[":id"];

type AnswerMailProps = { mail: InboundMail; onDone: () => void; onClose: () => void };

/** The email in full, what we answered so far, and the next answer. */
export function AnswerMail({ mail: { id, subject, fromAddress }, onDone, onClose }: AnswerMailProps) {
  const param = { id };
  const key = ["/api/admin/inbound", id];
  const letter = useQuery(adminQuery(key, () => inbound.$get({ param }), { staleTime: 0 }));
  const [body, setBody] = useState("");
  return (
    <AskToAct
      title={`Answer: ${subject || "No subject"}`}
      text={`To ${fromAddress}, from ${BRAND.name} Support. Their email is quoted below your answer, and replies come to this inbox.`}
      action="Send answer"
      isDangerous={false}
      isDisabled={body.trim() === "" || !letter.data}
      act={(requestId) => inbound.answer.$post({ param, json: { requestId, body, seen: letter.data?.answers.length } })}
      reads={[key, everyMemberKey, overviewKey]}
      onDone={onDone}
      onClose={onClose}
    >
      <QueryPanel query={letter} loading="Loading email..." failed="Couldn't load the email">
        {({ text, answers }) => (
          <div className="grid max-h-80 gap-3 overflow-y-auto text-sm">
            <p className="wrap-anywhere whitespace-pre-line rounded-xl bg-night p-3">{text}</p>
            {answers.map((answer) => (
              <Answered key={answer.id} answer={answer} />
            ))}
          </div>
        )}
      </QueryPanel>
      <TextAreaField label="Your answer" rows={8} maxLength={5000} {...bind(body, setBody)} />
    </AskToAct>
  );
}

const STATES = { pending: "Waiting to be sent", sent: "Sent", failed: "Not sent", closed: "Not sent" } as const;

function Answered({ answer: { body, state, lastError, createdAt } }: { answer: InboundLetter["answers"][number] }) {
  const why = state !== "sent" && lastError ? `: ${mailReason(lastError)}` : "";
  return (
    <div className="ml-6 grid gap-1 rounded-xl border border-line p-3">
      <p className="font-semibold">{`${STATES[state]}${why} · ${formatDateTime(createdAt)}`}</p>
      <p className="wrap-anywhere whitespace-pre-line text-soft">{body}</p>
    </div>
  );
}
