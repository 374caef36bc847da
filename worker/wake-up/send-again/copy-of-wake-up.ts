import type { Member } from "../../account/member/member.ts";
import type { MailBody } from "../../mail/templates.ts";
import { greetingOf } from "../../mail/wake-up-words.ts";

export type MorningsMail = MailBody & { hour: number; itemsCompleted: number | null; fallbackId: string | null };
type Copy = MorningsMail & { greeting: string; date: string; itemsCompleted: number };

/** Rebuilds a morning's email exactly as the member was meant to get it. */
export function copyOfWakeUp(mail: MorningsMail, { member, date }: { member: Member; date: string }): Copy {
  const itemsCompleted = mail.itemsCompleted ?? member.itemsCompleted;
  return { ...mail, date, itemsCompleted, greeting: greetingOf(member.firstName) };
}
