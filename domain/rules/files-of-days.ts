import { endingOf, kindOfFile } from "./uploads.ts";
import type { MediumKind } from "./video-link.ts";

export type KindFile<File> = { kind: MediumKind; file: File };

/** A name without its ending and, for captions, without the language before it: "Rise.en.srt" is of "Rise.mp3". */
function stemOf(name: string, kind: MediumKind): string {
  const stem = name.slice(0, name.length - endingOf(name).length - 1);
  const bare = kind === "captions" ? stem.replace(/\.[a-z]{2,3}(?:-[a-z]{2,4})?$/i, "") : stem;
  return bare.normalize("NFC").toLowerCase().trim();
}

/**
 * Files by day, in the order of their names: those of one name are one day's. A day has one file of each kind, so another one
 * begins a day of its own. `unknown` are files of no kind that a session has.
 */
export function filesByDay<File extends { name: string }>(files: readonly File[]) {
  const sorted = [...files].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
  const days: { stem: string; files: KindFile<File>[] }[] = [];
  const unknown: File[] = [];
  for (const file of sorted) {
    const kind = kindOfFile(file.name);
    if (kind === null) {
      unknown.push(file);
      continue;
    }
    const stem = stemOf(file.name, kind);
    const own = days.find((day) => day.stem === stem && day.files.every((one) => one.kind !== kind));
    if (own) own.files.push({ kind, file });
    else days.push({ stem, files: [{ kind, file }] });
  }
  return { days: days.map((day) => day.files), unknown };
}
