import { zoneFormat } from "../../lib/formats.ts";

type Zone = { id: string; label: string };

/** "india standard time": what people call a zone whose id names but one city of it; nothing where the browser knows none. */
function spokenName(zone: string): string {
  const parts = zoneFormat(zone, { timeZoneName: "longGeneric" })?.formatToParts();
  return parts?.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const searchTexts = new Map<string, string>();

/** All words under which a zone is found. Kept, since naming the zones of the world takes a browser a noticeable while. */
function searchTextOf({ id, label }: Zone): string {
  const text = searchTexts.get(id) ?? plain(`${label} ${id} ${spokenName(id)}`);
  searchTexts.set(id, text);
  return text;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll(/[_/]/g, " ");
}

/** The zones that have every one of the words; those with a place that begins as the search does come first. */
export function findZones(zones: readonly Zone[], words: string): Zone[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const found = zones.filter((zone) => wanted.every((word) => searchTextOf(zone).includes(word)));
  const beginsSo = ({ label }: Zone) => plain(label.split("/").at(-1) ?? label).startsWith(wanted.join(" "));
  return [...found.filter(beginsSo), ...found.filter((zone) => !beginsSo(zone))];
}
