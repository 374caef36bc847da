import type { Member } from "../../account/member/member.ts";
import type { MailBody } from "../../mail/templates.ts";
import { greetingOf } from "../../mail/wake-up-words.ts";

export type MorningsMail = MailBody & { streak: number | null; hour: number; fallbackId: string | null };
type Copy = MorningsMail & { streak: number; greeting: string; date: string };

/** Rebuilds a morning's email as the member was meant to get it; without the streak if the batch's recipients are emptied. */
export function copyOfWakeUp(mail: MorningsMail, { member, date }: { member: Member; date: string }): Copy {
  return { ...mail, date, streak: mail.streak ?? 0, greeting: greetingOf(member.firstName) };
}
