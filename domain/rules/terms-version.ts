type TermsVersion = { version: string; updatedDate: string; sha256: string };

/** The legal texts apply from this day (spec section 2, "Legal pages"). */
export const TERMS_EFFECTIVE_DATE = "2025-08-18";

/** All versions of the legal texts, newest last, with a hash (docs/decisions/0016). Members agreed to these: add rows, never change one. */
const ROWS = [
  ["1", "2026-11-21", "f59a56fdace63a2b0de11fe739821c38c96e60c558950a2fe79dc34a99a19fb9"],
  ["2", "2026-11-22", "a36dfad9decf313d97319f22acd6e5d38e3297e8027681ac7627fbbac48bd505"],
  ["3", "2026-11-22", "16a2e1ce57a87e122e232270015ab66e3dc07034fdd234899e3ad41b91fea3de"],
  ["4", "2026-11-22", "7d856ff490e1fbda692a6dd7e8bab0d113d4b6f0e894dfab6d2e3aed6f2a43f1"],
  ["5", "2026-11-22", "2f1e047277742ceb499cb41e4b5fc5ccd3034742472352531c3d7896b36b4db9"],
  ["6", "2026-11-23", "59d0347306928fc7a97daf4eb96c4af66090ef35bdc6344c96ed7d01d227b6de"],
  ["7", "2026-11-24", "120f7ee92d1e096f736daa8532d7a5c39864b848b0b7890dcffc4e425922e6fd"],
  ["8", "2026-11-25", "8b43251ffcda35373d9cbb2b7933b32dfb8e7b28d2448c18d9f9f51d9366777f"],
  ["9", "2026-11-26", "3a7f11a69412dbabf0fdf65d48da59a1f4a131d42733fbcd9e9144e58fb729e0"],
  ["10", "2026-11-27", "daf4020172b53a06faa72b69b9dd234b725f7c24e08f98a16d9d497f291a95c8"],
  ["11", "2026-11-29", "e12dcf81ab0d1f66daf66817d5014b738fda8b6b04a107cac97d9e78e814157c"],
  ["12", "2026-11-29", "fe13bc22f56f366eaa44764c74e51891b50a17d0fbae97c778f8a6f1c6950141"],
  ["13", "2026-11-29", "3fb9f273c665385926b578f804b29450aa03641e43d9787e1a99217131256441"],
  ["14", "2026-11-29", "978a82cb0e65adf8fcd937b2f4a0581eba3e82043f0a7b031a546b52b0c59323"],
] as const;
export const TERMS_VERSIONS = ROWS.map(
  ([version, updatedDate, sha256]): TermsVersion => ({ version, updatedDate, sha256 }),
);

export const TERMS_VERSION = TERMS_VERSIONS.at(-1) as TermsVersion;
