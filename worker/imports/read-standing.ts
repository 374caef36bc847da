import type { ImportField } from "#domain/rules/import-fields.ts";
import type { RemarkKind } from "#domain/rules/import-remarks.ts";
import type { SuppressionReason } from "#domain/rules/mail-events.ts";
import { readDay } from "#domain/rules/written-dates.ts";
import { NEVER } from "./import-values.ts";
import { isFlag, NO, senseOf, YES } from "./status-words.ts";

/** A row of a file: its cells by what they hold, and what it makes of odd ones. */
export type Row = { cellOf: (field: ImportField) => string; remark: (kind: RemarkKind, text: string) => void };

export type Standing = {
  /** What a status says about the membership; "ended" also for one that isn't paid. */
  standing: "active" | "ended" | null;
  isUnsubscribed: boolean;
  suppression: SuppressionReason | null;
};

type Said = Pick<Standing, "isUnsubscribed" | "suppression">;

const NOTHING: Said = { isUnsubscribed: false, suppression: null };
const OUT: Said = { isUnsubscribed: true, suppression: null };

/** A column of opt-outs, or of trouble: any text but a no means it, unless it says by its sense that they want emails. */
function readOptOut(text: string, remark: Row["remark"], suppression: SuppressionReason | null = null): Said {
  if (NO.test(text) || NEVER.test(text)) return NOTHING;
  const sense = senseOf(text);
  if (sense === "bounced" || sense === "complained") return { isUnsubscribed: true, suppression: sense };
  if (sense === "in" || sense === "active") remark("wantsEmails", text);
  else if (sense === null && !YES.test(text) && readDay(text) === null) remark("optedOut", text);
  return sense === "in" || sense === "active" ? NOTHING : { isUnsubscribed: true, suppression };
}

/** A column of who wants emails. */
function readOptIn(text: string, remark: Row["remark"]): Said {
  if (text === "" || YES.test(text)) return NOTHING;
  const sense = senseOf(text);
  if (sense === "bounced" || sense === "complained") return { isUnsubscribed: true, suppression: sense };
  if (NO.test(text) || sense === "out" || sense === "ended") return OUT;
  if (sense === null && readDay(text) === null) remark("optedIn", text);
  return NOTHING;
}

/** What a row's columns say about a person's emails and membership, by the sense of the values. */
export function readStanding({ cellOf, remark }: Row): Standing {
  const status = cellOf("status");
  const sense = senseOf(status);
  if (status !== "" && sense === null && !isFlag(status)) remark("status", status);
  const isTroubled = sense === "out" || sense === "bounced" || sense === "complained";
  const said = [
    readOptOut(cellOf("unsubscribed"), remark),
    readOptIn(cellOf("subscribed"), remark),
    isTroubled ? readOptIn(status, remark) : NOTHING,
    readOptOut(cellOf("complained"), remark, "complained"),
    readOptOut(cellOf("bounced"), remark, "bounced"),
  ];
  const isFree = YES.test(cellOf("complimentary")) || senseOf(cellOf("complimentary")) === "active";
  const isEnded = sense === "ended" || NO.test(status);
  const isActive = sense === "active" || sense === "in" || YES.test(status);
  return {
    standing: isFree || isActive ? "active" : isEnded ? "ended" : null,
    isUnsubscribed: said.some(({ isUnsubscribed }) => isUnsubscribed),
    suppression: said.find(({ suppression }) => suppression !== null)?.suppression ?? null,
  };
}
