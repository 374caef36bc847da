import { canonicalZone } from "../formats.ts";
import { foldText } from "./text.ts";
import { zoneLabel } from "./time-zones.ts";
import NAMES from "./zone-names.json" with { type: "json" };

/** "(GMT-05:00) Eastern Time (US & Canada)" → "eastern" */
function fold(text: string): string {
  return foldText(text)
    .replaceAll(/[\s_]+/g, " ")
    .replace(/ (?:(?:standard|daylight|summer|mean) )?time\b/, "")
    .replace(/ \((?:us & )?canada\)$/, "")
    .trim();
}

/** What stands around a zone's name: "(GMT-05:00) ", "UTC+1 ", " (UTC-5)". */
const OFFSET = /\(?(?:gmt|utc) ?[+-]?\d{0,2}(?::?\d{2})?\)?/;

/**
 * Folded names of zones: their cities and IDs, as the platform has them; how Windows (`windowsZones` of Unicode's CLDR), Rails, and
 * people in the US call them (`zone-names.json`: those that aren't a city); and our labels, which win.
 */
function makeTable(): Map<string, string> {
  const ids = Intl.supportedValuesOf("timeZone");
  return new Map([
    ...ids.map((id) => [fold(id.replace(/^.*\//, "")), id] as const),
    ...ids.map((id) => [fold(id), id] as const),
    ...Object.entries(NAMES).flatMap(([id, names]) => names.map((name) => [fold(name), id] as const)),
    ...ids.map((id) => [fold(zoneLabel(id)), id] as const),
  ]);
}

let table: Map<string, string> | undefined;

/** The ID of a zone by any common name in any case, or undefined. Of cities in a list, as in Windows, the first counts. */
export function zoneNamed(text: string): string | undefined {
  table ??= makeTable();
  const name = fold(text);
  const bare = name.replace(OFFSET, "").trim();
  for (const one of [name, bare, bare.replace(/,.*/, "")]) {
    const id = table.get(one);
    if (id !== undefined) return id;
  }
  const known = [name, bare].find((one) => /^(?:[a-z]+\/|[a-z]{3}(?:\d[a-z]{3})?$)/.test(one));
  return known && canonicalZone(known.replaceAll(" ", "_"));
}
