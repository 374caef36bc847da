import { Link } from "react-router";
import { type Segment, segment } from "#domain/contract/member-list.ts";
import { type AdminPlace, adminPath } from "#domain/paths.ts";
import { segmentText } from "#domain/rules/segment.ts";
import { givenIn } from "./list-search.tsx";

/** The segment in an address: the Members tab's pages share it. */
export const segmentOf = (params: URLSearchParams): Segment => givenIn(params, segment);

/** A page of the Members tab for a segment. */
export const placeOf = (of: Segment, page?: string): AdminPlace => ({ tab: "members", ...(page && { page }), ...of });

/** The segment that a page is about, and the way to choose another. */
export function ChosenSegment({ chosen, everyone }: { chosen: Segment; everyone: string }) {
  return (
    <p className="wrap-anywhere">
      Among: <span className="font-bold">{segmentText(chosen) || everyone}</span>{" "}
      <Link className="text-muted text-sm underline hover:text-ink" to={adminPath(placeOf(chosen))}>
        Choose members
      </Link>
    </p>
  );
}
