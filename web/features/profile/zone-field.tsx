import { Search } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatCount, formatTimeIfKnown, spokenZone } from "#domain/formats.ts";
import { zoneLabel, zoneWords } from "#domain/rules/time-zones.ts";
import { TextField } from "../../ui/field.tsx";
import { RadioRow } from "../../ui/radio-label.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { browserZoneAmong } from "./browser-zone.ts";

type Zones = ProfileResponse["wakeUpOptions"]["timezones"];

type ZoneSearchProps = {
  zones: Zones;
  zone: string;
  /** Epoch ms. Zones the browser knows show their current time. */
  now: number;
  onChoose: (zone: string) => void;
};
const MOST_IN_SELECT = 8;

export function ZoneField({ zones, saved, zone, now, onChoose }: ZoneSearchProps & { saved: string }) {
  // Keep a saved zone that the operator no longer offers, so that saving doesn't change it silently.
  const known = zones.some(({ id }) => id === saved) ? zones : [{ id: saved, label: zoneLabel(saved) }, ...zones];
  if (known.length > MOST_IN_SELECT) return <ZoneSearch zones={known} zone={zone} now={now} onChoose={onChoose} />;
  const clock = formatTimeIfKnown(now, zone);
  return (
    <SelectField
      label="Time zone"
      hint={clock && `It's ${clock} ${zoneWords(zone)} now`}
      options={known.map(({ id, label }) => ({ value: id, label }))}
      value={zone}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}

const MOST_MATCHES = 8;

function ZoneSearch({ zones, zone, now, onChoose }: ZoneSearchProps) {
  const [words, setWords] = useState("");
  // The device's zone comes first, then the current one.
  const [first] = useState(() => {
    const ids = new Set([browserZoneAmong(zones), zone]);
    return [...ids].flatMap((id) => zones.find((option) => option.id === id) ?? []);
  });
  const isSearching = words.trim() !== "";
  const found = findZones(zones, words);
  const shown = isSearching ? found.slice(0, MOST_MATCHES) : first;
  const chooseFirst = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter in the search must not submit the surrounding form.
    event.preventDefault();
    if (found[0]) onChoose(found[0].id);
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold semi-wide">Time zone</legend>
      <div className="relative">
        <TextField
          label="Search by city or zone"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Berlin, India, Pacific…"
          maxLength={50}
          value={words}
          className="pl-11"
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={chooseFirst}
        />
        <Search className="pointer-events-none absolute bottom-3.5 left-4 size-5 text-muted" />
      </div>
      <div className="grid gap-1.5">
        {shown.map((each) => (
          <ZoneRow key={each.id} zone={each} isChosen={each.id === zone} now={now} onChoose={onChoose} />
        ))}
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {isSearching && matchesSentence(found.length)}
      </p>
    </fieldset>
  );
}

function matchesSentence(found: number): string {
  if (found === 0) return "No match. Try a larger city nearby.";
  if (found > MOST_MATCHES) return `Showing ${MOST_MATCHES} of ${found}. Keep typing to narrow it down.`;
  return formatCount(found, "zone");
}

type ZoneRowProps = { zone: Zones[number]; isChosen: boolean; now: number; onChoose: (zone: string) => void };

function ZoneRow({ zone: { id, label }, isChosen, now, onChoose }: ZoneRowProps) {
  const clock = formatTimeIfKnown(now, id);
  return (
    <RadioRow
      name="timezone"
      value={id}
      isChosen={isChosen}
      onChoose={() => onChoose(id)}
      className="min-h-12 gap-3 py-2"
    >
      <span className="grid min-w-0 grow gap-x-3 sm:flex sm:items-baseline sm:justify-between">
        <span className="wrap-anywhere font-semibold">{label}</span>
        {clock && <span className="shrink-0 text-muted text-sm">{`${clock} now`}</span>}
      </span>
    </RadioRow>
  );
}

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
