import { hasAccess } from "#domain/rules/access.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import type { Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { queueMailsOnce } from "../../mail/transactional-mail.ts";
import { insertLinks } from "../auth-tokens.queries.ts";
import type { Member } from "../member/member.ts";
import { newLink } from "../single-use-link.ts";
import { recordInvited } from "./invitations.queries.ts";

export type Invited = Pick<Member, "id" | "email" | "firstName" | "timezone" | "accessEndsAt">;
type InvitationMail = { kind: "invitation" | "invitation-reminder"; idOf?: (memberId: string) => string };

/** What is open, and when it ends; the end of a day's access is the start of the next day. */
function accessText(member: Invited, now: number): string {
  if (!hasAccess(member, now) || member.accessEndsAt === null)
    return "You have no access at the moment. Once you're in, you can choose a plan.";
  return `You've paid through ${longDateIn(member.timezone, member.accessEndsAt - 1)}, and that time is yours here, too.`;
}

/** Invites imported people, or reminds them: statements for one batch. By default each gets one email of the kind. */
export function invite(ctx: Ctx, people: Invited[], { kind, idOf = (id) => `${kind}:${id}` }: InvitationMail) {
  const written = people.map((person) => {
    const link = newLink(ctx.config, person, "invitation", ctx.now);
    const greetingText = person.firstName ? `Hi ${person.firstName},` : "Hi,";
    const parameters = { greetingText, accessText: accessText(person, ctx.now) };
    const addressee = { id: idOf(person.id), memberId: person.id, to: person.email };
    return { link, mail: { kind, ...addressee, parameters, link } as const };
  });
  const column = kind === "invitation" ? "invitedAt" : "remindedAt";
  const ids = people.map(({ id }) => id);
  const links = written.map(({ link }) => link);
  const statements: [Statement, ...Statement[]] = [
    recordInvited(ctx.db, column, ids, ctx.now),
    insertLinks(ctx.db, links),
    queueMailsOnce(
      ctx,
      written.map(({ mail }) => mail),
    ),
  ];
  return { statements, links };
}

/** Invites one person outside the pace, with an email of its own: they or an administrator asked for it. */
export function inviteOne(ctx: Ctx, member: Invited, mailId: string) {
  const { statements, links } = invite(ctx, [member], { kind: "invitation", idOf: () => mailId });
  return { statements, linkId: links[0]?.id ?? "" };
}
