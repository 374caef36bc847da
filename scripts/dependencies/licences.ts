import { type Entry, nameOf } from "./lock-file.ts";

/** What members' browsers and the Worker get may be passed on under these; the font is under its own. */
const PASSED_ON = ["MIT", "MIT-0", "ISC", "0BSD", "BSD-3-Clause", "Apache-2.0", "Unlicense", "BlueOak-1.0.0"];
/** Of a file at a time: mediabunny, which reads uploads and is used as it comes. */
const USED_AS_THEY_COME = ["MPL-2.0", "OFL-1.1"];
/** Of tools, which stay on the machines that build. */
const TOOLS = ["BSD-2-Clause", "CC0-1.0", "LGPL-3.0-or-later", "Python-2.0", "Zlib"];

/** Packages whose licence does not stand in the lock file, but in their own files. */
const SAID_ELSEWHERE: Record<string, string> = { "combine-errors": "MIT" };
type Package = { name: string; licence: string; isShipped: boolean; isAllowed: boolean };

function licenceOf(name: string, { license }: Entry): string {
  return license ?? SAID_ELSEWHERE[name] ?? "none";
}

/** Whether a licence expression (SPDX) is met by a list: one of several alternatives, all of several parts. */
function isMetBy(allowed: string[], expression: string): boolean {
  const alternatives = expression.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return alternatives.some((alternative) => alternative.split(" AND ").every((part) => allowed.includes(part)));
}

/** The packages of a lock file with their licences, and whether these let us do with them what we do. */
export function licencesOf(packages: [path: string, entry: Entry][]): Package[] {
  return packages.map(([path, entry]) => {
    const name = nameOf(path);
    const licence = licenceOf(name, entry);
    const isShipped = !entry.dev && !entry.devOptional;
    const allowed = [...PASSED_ON, ...USED_AS_THEY_COME, ...(isShipped ? [] : TOOLS)];
    return { name, licence, isShipped, isAllowed: isMetBy(allowed, licence) };
  });
}
