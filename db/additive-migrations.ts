const ADDS = [
  /^create table `?\w+`? ?\(/,
  /^create (unique )?index `\w+` on /,
  /^create trigger /,
  /^create view /,
  /^alter table `\w+` add /,
  /^(insert into|update) `\w+` /,
];
/** What may go, since no statement names it: an index; a view or a trigger that the same migration makes anew. */
const MAKES_ROOM = /^drop (index|view|trigger) `(\w+)`;?$/;

/** The statements of a migration that would break a Worker of before, which is what a deploy is rolled back to. */
export function notAdditive(queries: string[]): string[] {
  const plain = queries.map((query) =>
    query
      .replaceAll(/^[ \t]*--.*$/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim()
      .toLowerCase(),
  );
  return plain.filter((query) => {
    const [, kind, name] = MAKES_ROOM.exec(query) ?? [];
    if (kind === "index") return false;
    if (kind) return !plain.some((other) => other.startsWith(`create ${kind} \`${name}\``));
    return !ADDS.some((form) => form.test(query));
  });
}
