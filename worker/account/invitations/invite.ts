import { hasAccess } from "#domain/rules/access.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import type { Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { queueMailsOnce } from "../../mail/transactional-mail.ts";
import { insertLinks } from "../auth-tokens.queries.ts";
import type { Member } from "../member/member.ts";
import { type LinkRow, newLink } from "../single-use-link.ts";
import { recordInvited } from "./invitations.queries.ts";

type Shown = "accessEndsAt" | "subscriptionEndsAt" | "subscriptionType";
export type Invited = Pick<Member, "id" | "email" | "firstName" | "timezone" | Shown>;

/** What is open, and when it ends; the end of a day's access is the start of the next day. */
function accessText(member: Shows): string {
  const { timezone, accessEndsAt, subscriptionEndsAt, subscriptionType } = member;
  const day = longDateIn(timezone, (subscriptionEndsAt ?? accessEndsAt ?? 0) - 1);
  const open = subscriptionType === "trial" ? "You have access through" : "You've paid through";
  return `${open} ${day}, and that time is yours here, too.`;
}

const NO_ACCESS =
  "You asked for a way in. This email has an account here, without access so far. Once you're in, you can choose a plan.";

const greetingOf = ({ firstName }: Pick<Invited, "firstName">) => (firstName ? `Hi ${firstName},` : "Hi,");
type Shows = Omit<Invited, "id" | "email">;
export const movedTexts = (person: Shows) => ({ greetingText: greetingOf(person), accessText: accessText(person) });

type Mails = Parameters<typeof queueMailsOnce>[1];
type Column = "invitedAt" | "remindedAt" | "both";
/** No reminder follows an invitation of someone without access. */
const COLUMNS = { invitation: "invitedAt", "invitation-reminder": "remindedAt", "invitation-offer": "both" } as const;

function statementsFor(ctx: Ctx, mails: (Mails[number] & { link: LinkRow; memberId: string })[], column: Column) {
  const ids = mails.map(({ memberId }) => memberId);
  const links = mails.map(({ link }) => link);
  return [recordInvited(ctx.db, column, ids, ctx.now), insertLinks(ctx.db, links), queueMailsOnce(ctx, mails)] as [
    Statement,
    ...Statement[],
  ];
}

export type PacedKind = "invitation" | "invitation-reminder" | "invitation-offer";

/** Invites imported people, or reminds them, at the pace: statements for one batch. Each gets one email of the kind. */
export function invite(ctx: Ctx, people: Invited[], kind: PacedKind) {
  const mails = people.map((person) => {
    const link = newLink(ctx.config, person, "invitation", ctx.now);
    const addressee = { id: `${kind}:${person.id}`, memberId: person.id, to: person.email, link };
    return kind === "invitation-offer"
      ? { ...addressee, kind, parameters: { greetingText: greetingOf(person) } }
      : { ...addressee, kind, parameters: movedTexts(person) };
  });
  return statementsFor(ctx, mails, COLUMNS[kind]);
}

/** An invitation that says what its person just got. */
export function newsOf(ctx: Ctx, member: Invited, newsText: string) {
  const link = newLink(ctx.config, member, "invitation", ctx.now);
  const addressee = { memberId: member.id, to: member.email, link };
  return { kind: "invitation-news", ...addressee, parameters: { greetingText: greetingOf(member), newsText } } as const;
}

/** Invites one person outside the pace, with an email of its own: about some news, or because someone asked for a way in. */
export function inviteOne(ctx: Ctx, member: Invited, { id, newsText }: { id: string; newsText?: string }) {
  const content =
    newsText === undefined && hasAccess(member, ctx.now)
      ? { ...newsOf(ctx, member, ""), kind: "invitation" as const, parameters: movedTexts(member) }
      : newsOf(ctx, member, newsText ?? NO_ACCESS);
  return { statements: statementsFor(ctx, [{ ...content, id }], "invitedAt"), linkId: content.link.id };
}
