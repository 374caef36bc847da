import type { NamedFeed } from "#domain/contract/feed.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { formatList } from "#domain/formats.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sha256 } from "../../kernel/hashing.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import type { Member } from "../member/member.ts";
import { openAccount, type Proof } from "../proof/first-proof.queries.ts";
import { deleteFeedsBut, selectNamedFeeds } from "./kept-feeds.queries.ts";

/** The feeds that may play on when sessions end. Until the mailbox is proved, the first proof alone decides. */
export async function feedsToKeep(ctx: Ctx, { id, mailboxProvedAt }: Member): Promise<NamedFeed[]> {
  return mailboxProvedAt === null ? [] : await selectNamedFeeds(ctx.db, id);
}

type Ending = { keep: string | undefined; eventText: string; owner?: Proof["owner"]; actor?: string };

/**
 * Ends the feeds that aren't to be kept (without `keep`, none) and emails which ones play on, at most once an hour. Put it directly after a
 * statement that writes if sessions ended.
 */
export async function endFeeds(ctx: Ctx, member: Member, ending: Ending): Promise<Statement[]> {
  const { id, email: to } = member;
  const { keep, eventText, owner = openAccount(id), actor = `member:${id}` } = ending;
  const ids = keep?.split(".");
  const feeds = keep === "" ? [] : await feedsToKeep(ctx, member);
  const kept = feeds.filter((feed) => ids?.includes(feed.id) ?? true);
  const apps = formatList(
    kept.map(({ name }) => name),
    "and",
  );
  const feedIds = kept.map((feed) => feed.id).join(".");
  const notice = queueNotice(ctx, {
    id: `feeds-kept.${id}.${Math.floor(ctx.now / HOUR_MS)}.${sha256(feedIds)}`,
    kind: "feeds-kept",
    memberId: id,
    to,
    parameters: { eventText, apps, feedIds },
  });
  const audited = auditChange(ctx, { actor, action: "member.feed-revoked", subject: id });
  return [...(kept.length > 0 ? [notice.insert] : []), ...(ids ? [deleteFeedsBut(ctx.db, owner, ids), audited] : [])];
}
