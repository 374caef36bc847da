import { formatCount, formatList } from "#domain/formats.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import type { Member } from "../member/member.ts";
import { endSessionsOf } from "../sessions/end-sessions.queries.ts";
import type { Caller } from "../sessions/sessions.ts";
import {
  type Began,
  endOtherFeeds,
  endPassword,
  type Proof,
  selectBegan,
  selectUnproved,
  setProved,
} from "./first-proof.queries.ts";

type Proving = Pick<Proof, "owner"> & {
  heldId: string | null | undefined;
  /** Where the email goes, if it's not the member's address before. */
  to?: string;
  /** The batch sets a password. */
  setsPassword?: boolean;
};

/** `ended` says what ends, if anything. Put `statements` where `owner` selects, then spend all links. The tick sends the email. */
export type FirstProof = { statements: Statement[]; ended: string | null; endsPassword: boolean };

const NONE: FirstProof = { statements: [], ended: null, endsPassword: false };

function wordsOf({ devices, feeds, hasPassword }: Began): string | null {
  const names = JSON.parse(feeds) as string[];
  const parts = [
    ...(devices > 0 ? [`logged out ${formatCount(devices, "other device")}`] : []),
    ...(names.length > 0
      ? [`revoked the podcast ${names.length === 1 ? "app" : "apps"} ${formatList(names, "and")}`]
      : []),
    ...(hasPassword ? ["removed the password"] : []),
  ];
  if (parts.length === 0) return null;
  return `Before you confirmed your email, anyone could have used it, so we ${formatList(parts, "and")}.`;
}

type Account = Pick<Member, "id" | "email" | "mailboxProvedAt">;

/**
 * Anyone who types an address can begin an account with it. The first proof that the mailbox is theirs ends all that began without one,
 * except what was made in the proving browser's own session. Where no login email would arrive, only a new password is a proof: what ends
 * may be all that its owner has.
 */
export async function firstProof(ctx: Ctx, account: Account, proving: Proving): Promise<FirstProof> {
  if (account.mailboxProvedAt !== null) return NONE;
  const { owner, heldId = null, to = account.email, setsPassword = false } = proving;
  const { id } = account;
  const emailKey = emailKeyOf(to);
  const asked = { memberId: id, heldId, addressHash: addressHash(ctx.config, emailKey) };
  const [found] = await selectBegan(ctx.db, asked);
  if (!found || (found.suppressedAt !== null && !setsPassword)) return NONE;
  const began = { ...found, hasPassword: setsPassword ? 0 : found.hasPassword } as const;
  const ended = wordsOf(began);
  const proof: Proof = { owner, heldId, emailKey };
  const notice = queueNotice(ctx, { kind: "mailbox-proved", memberId: id, to, parameters: { endedText: ended ?? "" } });
  const entry = { actor: `member:${id}`, action: "member.mailbox-proved", subject: id } as const;
  return {
    statements: [
      ...endSessionsOf(ctx.db, selectUnproved(ctx.db, proof), heldId),
      endOtherFeeds(ctx.db, proof),
      ...(setsPassword ? [] : [endPassword(ctx.db, proof)]),
      setProved(ctx.db, proof, ctx.now),
      ...(ended === null ? [] : [auditChange(ctx, entry), notice.insert]),
    ],
    ended,
    endsPassword: began.hasPassword === 1,
  };
}

/**
 * Whether a session may set a first password or close the account by itself: an email opened it just now, or no one has proved the mailbox
 * and there's no password. Such an account has only what its buyer brought.
 */
export async function needsNoProof({ member }: Caller): Promise<boolean> {
  const { passwordHash, mailboxProvedAt, isFresh = false } = await member;
  return isFresh || (passwordHash === null && mailboxProvedAt === null);
}
