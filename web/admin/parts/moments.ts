import { central } from "../../lib/formats.ts";

/** "Nov 20, 2026, 6:00 AM", in Central time like everything here. */
export const formatMoment = central({ dateStyle: "medium", timeStyle: "short" });

export const formatSecond = central({ dateStyle: "medium", timeStyle: "medium" });

/** "Nov 20, 2026" */
export const formatDay = central({ dateStyle: "medium" });

export const formatSlot = central({ timeStyle: "short" });
