/** The zone of members who haven't picked another (spec section 1). */
export const DEFAULT_ZONE = "America/Chicago";

export type ZoneOption = { id: string; label: string };

/** The zones a profile offers by default (spec section 5). */
export const US_ZONES: readonly ZoneOption[] = [
  { id: "America/Chicago", label: "Central" },
  { id: "America/New_York", label: "Eastern" },
  { id: "America/Denver", label: "Mountain" },
  { id: "America/Los_Angeles", label: "Pacific" },
];

/** Current names for zones that runtimes list under an older name. */
const NAMES_TODAY: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho Chi Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

export type ZoneSetting = "us" | "world";

/** The zones a member may choose: the four US zones or, with `world`, those followed by every other IANA zone. */
export function zoneOptions(setting: ZoneSetting): readonly ZoneOption[] {
  if (setting === "us") return US_ZONES;
  const others = Intl.supportedValuesOf("timeZone").filter((id) => !US_ZONES.some((zone) => zone.id === id));
  return [...US_ZONES, ...others.map((id) => ({ id, label: zoneLabel(id) }))];
}

export function zoneLabel(id: string): string {
  return US_ZONES.find((zone) => zone.id === id)?.label ?? NAMES_TODAY[id] ?? id.replaceAll("_", " ");
}

/** "Central" or "Berlin time", after a time or in a sentence. */
export const zoneWords = (id: string) => zoneLabel(id).replace(/^.*\/(.+)/, "$1 time");
