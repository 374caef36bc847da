const ADDS = [
  /^create table `?\w+`? ?\(/,
  /^create (unique )?index `\w+` on /,
  /^create trigger /,
  /^create view /,
  /^alter table `\w+` add /,
  /^(insert into|update) `\w+` /,
];
/** Indexes that statements name with `indexed by`: without one, such a statement fails. */
export const NAMED_INDEXES = [
  "members_search",
  "members_to_fold",
  "members_words_created",
  "access_grants_imports",
  "access_grants_subscriptions",
  "access_grants_subscriptions_ended",
  "access_grants_trials_begun",
  "access_grants_trials_ended",
  "content_to_send_again",
  "member_progress_completed",
  "invitations_sent",
  "invitations_to_remind",
  "provider_events_kept",
  "provider_events_open",
  "subscriptions_different",
  "subscriptions_ending",
  "subscriptions_unsettled",
  "wake_up_batches_dead",
  "wake_up_batches_failed",
  "wake_up_batches_late",
  "wake_up_slots_missed",
  "wake_up_slots_unsettled",
];

/** What a migration may drop: an index no statement names, or a view or trigger it creates again. */
const MAKES_ROOM = /^drop (index|view|trigger) `(\w+)`;?$/;

/** A comment in a migration that older Workers survive, but after which a rollback needs more than a rollback. */
const MARK = /^-- (Breaking: .*)$/gm;

/** Returns a migration's statements that would break the previous Worker, which a rollback goes back to, and what is marked so. */
export function notAdditive(queries: string[]): string[] {
  const marks = queries.flatMap((query) => [...query.matchAll(MARK)].map(([, why = ""]) => why));
  const plain = queries.map((query) =>
    query
      .replaceAll(/^[ \t]*--.*$/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim()
      .toLowerCase(),
  );
  const breaking = plain.filter((query) => {
    const [, kind, name] = MAKES_ROOM.exec(query) ?? [];
    if (kind === "index" && !NAMED_INDEXES.includes(name ?? "")) return false;
    if (kind) return !plain.some((other) => other.startsWith(`create ${kind} \`${name}\``));
    return !ADDS.some((form) => form.test(query));
  });
  return [...marks, ...breaking];
}
