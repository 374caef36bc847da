import type { Member } from "../../account/member/member.ts";
import type { MailBody } from "../../mail/templates.ts";
import { greetingOf } from "../../mail/wake-up-words.ts";

type Counts<Count> = { streak: Count; itemsCompleted: Count };
export type MorningsMail = MailBody & Counts<number | null> & { hour: number; fallbackId: string | null };
type Copy = MorningsMail & Counts<number> & { greeting: string; date: string };

/** Rebuilds a morning's email as the member was meant to get it; without the streak if the batch's recipients are emptied. */
export function copyOfWakeUp(mail: MorningsMail, { member, date }: { member: Member; date: string }): Copy {
  const itemsCompleted = mail.itemsCompleted ?? member.itemsCompleted;
  return { ...mail, date, streak: mail.streak ?? 0, itemsCompleted, greeting: greetingOf(member.firstName) };
}
