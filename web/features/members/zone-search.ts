import { zoneLabel } from "#domain/rules/time-zones.ts";

type Zone = { id: string };

/** Browsers and servers know some zones by different names: Asia/Kolkata is Asia/Calcutta. */
function canonical(zone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone;
}

/** The zone of this device, as it is called among those on offer; undefined where it is not. */
export function browserZoneAmong(zones: readonly Zone[]): string | undefined {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const found = zones.find(({ id }) => id === here) ?? zones.find(({ id }) => canonical(id) === canonical(here));
  return found?.id;
}

/** "india standard time": what people call a zone whose id names but one city of it. */
function spokenName(zone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const searchTexts = new Map<string, string>();

/** All words under which a zone is found. Kept, since naming the zones of the world takes a browser a noticeable while. */
function searchTextOf(zone: string): string {
  const text = searchTexts.get(zone) ?? plain(`${zoneLabel(zone)} ${zone} ${spokenName(zone)}`);
  searchTexts.set(zone, text);
  return text;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll(/[_/]/g, " ");
}

/** The zones that have every one of the words; those with a place that begins as the search does come first. */
export function findZones(zones: readonly Zone[], words: string): string[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const found = zones.map(({ id }) => id).filter((id) => wanted.every((word) => searchTextOf(id).includes(word)));
  const beginsSo = (id: string) => plain(id.split("/").at(-1) ?? id).startsWith(wanted.join(" "));
  return [...found.filter(beginsSo), ...found.filter((id) => !beginsSo(id))];
}
