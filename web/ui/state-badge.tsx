import type { LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "./badge.tsx";

/** How a state looks as a badge; a table has one for each state. */
export type StateLook = { label: string; tone: BadgeTone; icon?: LucideIcon };

export function StateBadge({ look: { label, ...look } }: { look: StateLook }) {
  return <Badge {...look}>{label}</Badge>;
}
