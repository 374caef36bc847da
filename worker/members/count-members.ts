import type { MemberCounts } from "#domain/contract/member-list.ts";
import { countListed } from "../account/member/member-status.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { countGroups, selectTotals } from "./count-members.queries.ts";

/** How many members each filter has: totals that triggers keep, and lists that stay short. */
export async function countMembers({ db, now }: Ctx): Promise<MemberCounts> {
  const { totals, listed, groups } = await batchOf(db, {
    totals: selectTotals(db),
    listed: countListed(db, now),
    groups: countGroups(db, now),
  });
  const [kept] = totals;
  const statuses = {
    active: kept?.rowActive ?? 0,
    "past-due": 0,
    cancels: 0,
    trial: kept?.rowTrial ?? 0,
    invited: kept?.rowInvited ?? 0,
    ended: kept?.rowEnded ?? 0,
    none: kept?.rowNone ?? 0,
  };
  for (const { row, status, members } of listed) {
    statuses[row] -= members;
    statuses[status] += members;
  }
  const types = {
    monthly: kept?.typeMonthly ?? 0,
    quarterly: kept?.typeQuarterly ?? 0,
    annual: kept?.typeAnnual ?? 0,
    gift: kept?.typeGift ?? 0,
    trial: kept?.typeTrial ?? 0,
  };
  const counted = groups[0] ?? { "out-of-sync": 0, "trial-ends": 0 };
  return { members: kept?.members ?? 0, types, statuses, groups: { ...counted, bounced: kept?.suppressed ?? 0 } };
}
