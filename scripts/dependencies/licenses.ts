import { type Entry, nameOf } from "./lock-file.ts";

/** Allowed for what ships to browsers and the Worker. */
const PASSED_ON = ["MIT", "MIT-0", "ISC", "0BSD", "BSD-3-Clause", "Apache-2.0", "Unlicense", "BlueOak-1.0.0"];
/** Also allowed for what ships unmodified: mediabunny, which reads uploads (MPL-2.0), and the font (OFL-1.1). */
const USED_AS_THEY_COME = ["MPL-2.0", "OFL-1.1"];
/** Also allowed for tools, which never leave the build machine. */
const TOOLS = ["BSD-2-Clause", "CC0-1.0", "LGPL-3.0-or-later", "Python-2.0", "Zlib"];

/** Packages whose license is only in their own files, not in the lock file. */
const SAID_ELSEWHERE: Record<string, string> = { "combine-errors": "MIT" };
type Package = { name: string; license: string; isShipped: boolean; isAllowed: boolean };

function licenseOf(name: string, { license }: Entry): string {
  return license ?? SAID_ELSEWHERE[name] ?? "none";
}

/** Whether a list satisfies an SPDX license expression: one side of each OR, both sides of each AND. */
function isMetBy(allowed: string[], expression: string): boolean {
  const alternatives = expression.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return alternatives.some((alternative) => alternative.split(" AND ").every((part) => allowed.includes(part)));
}

/** A lock file's packages with their licenses, and whether those permit our use. */
export function licensesOf(packages: [path: string, entry: Entry][]): Package[] {
  return packages.map(([path, entry]) => {
    const name = nameOf(path);
    const license = licenseOf(name, entry);
    const isShipped = !entry.dev && !entry.devOptional;
    const allowed = [...PASSED_ON, ...USED_AS_THEY_COME, ...(isShipped ? [] : TOOLS)];
    return { name, license, isShipped, isAllowed: isMetBy(allowed, license) };
  });
}
