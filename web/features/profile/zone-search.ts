import { spokenZone } from "#domain/formats.ts";

type Zone = { id: string; label: string };

const searchTexts = new Map<string, string>();

/** Every word that finds a zone. Cached, because naming all zones takes the browser noticeably long. */
function searchTextOf({ id, label }: Zone): string {
  const text = searchTexts.get(id) ?? plain(`${label} ${id} ${spokenZone(id)}`);
  searchTexts.set(id, text);
  return text;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll(/[_/]/g, " ");
}

/** Zones that match every word, with those whose city or spoken name starts with the search first. */
export function findZones(zones: readonly Zone[], words: string): Zone[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const found = zones.filter((zone) => wanted.every((word) => searchTextOf(zone).includes(word)));
  const beginsSo = ({ id, label }: Zone) =>
    [label.split("/").at(-1) ?? label, spokenZone(id)].some((name) => plain(name).startsWith(wanted.join(" ")));
  return [...found.filter(beginsSo), ...found.filter((zone) => !beginsSo(zone))];
}
