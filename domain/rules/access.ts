export type AccessHolder = { accessEndsAt: number | null };

/** Whether a member may see content at `now` (epoch ms). The stored status is a word and plays no part. */
export function hasAccess(member: AccessHolder, now: number): boolean {
  return member.accessEndsAt !== null && member.accessEndsAt > now;
}
