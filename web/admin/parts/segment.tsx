import { Link, useSearchParams } from "react-router";
import type { Segment } from "#domain/contract/member-list.ts";
import { type AdminPlace, adminPath } from "#domain/paths.ts";
import { segmentText } from "#domain/rules/segment.ts";

const FIELDS = [
  "q",
  "inside",
  "type",
  "status",
  "label",
  "group",
  "joinedFrom",
  "joinedThrough",
  "importId",
  "lastSession",
] as const satisfies (keyof Segment)[];

/** The segment in an address: the Members tab's pages share it. */
export function segmentOf(params: URLSearchParams): Segment {
  return Object.fromEntries(FIELDS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}

/** A page of the Members tab for a segment. */
export const placeOf = (segment: Segment, page?: string): AdminPlace => ({
  tab: "members",
  ...(page && { page }),
  ...segment,
});

/** The segment that a page is about, and the way to choose another. */
export function ChosenSegment({ everyone }: { everyone: string }) {
  const [params] = useSearchParams();
  const segment = segmentOf(params);
  return (
    <p className="wrap-anywhere">
      <span className="font-bold">{segmentText(segment) || everyone}</span>{" "}
      <Link className="text-muted text-sm underline hover:text-ink" to={adminPath(placeOf(segment))}>
        Choose members
      </Link>
    </p>
  );
}
