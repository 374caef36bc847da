type TermsVersion = { version: string; updatedDate: string; sha256: string };

/** The legal texts apply from this day (spec section 2, "Legal pages"). */
export const TERMS_EFFECTIVE_DATE = "2025-08-18";

/** All versions of the legal texts, newest last, with a hash (docs/decisions/0016). Members agreed to these: add rows, never change one. */
export const TERMS_VERSIONS: readonly TermsVersion[] = [
  {
    version: "1",
    updatedDate: "2026-11-21",
    sha256: "f59a56fdace63a2b0de11fe739821c38c96e60c558950a2fe79dc34a99a19fb9",
  },
  {
    version: "2",
    updatedDate: "2026-11-22",
    sha256: "a36dfad9decf313d97319f22acd6e5d38e3297e8027681ac7627fbbac48bd505",
  },
  {
    version: "3",
    updatedDate: "2026-11-22",
    sha256: "16a2e1ce57a87e122e232270015ab66e3dc07034fdd234899e3ad41b91fea3de",
  },
  {
    version: "4",
    updatedDate: "2026-11-22",
    sha256: "7d856ff490e1fbda692a6dd7e8bab0d113d4b6f0e894dfab6d2e3aed6f2a43f1",
  },
  {
    version: "5",
    updatedDate: "2026-11-22",
    sha256: "2f1e047277742ceb499cb41e4b5fc5ccd3034742472352531c3d7896b36b4db9",
  },
  {
    version: "6",
    updatedDate: "2026-11-23",
    sha256: "59d0347306928fc7a97daf4eb96c4af66090ef35bdc6344c96ed7d01d227b6de",
  },
  {
    version: "7",
    updatedDate: "2026-11-24",
    sha256: "120f7ee92d1e096f736daa8532d7a5c39864b848b0b7890dcffc4e425922e6fd",
  },
  {
    version: "8",
    updatedDate: "2026-11-25",
    sha256: "8b43251ffcda35373d9cbb2b7933b32dfb8e7b28d2448c18d9f9f51d9366777f",
  },
  {
    version: "9",
    updatedDate: "2026-11-26",
    sha256: "3a7f11a69412dbabf0fdf65d48da59a1f4a131d42733fbcd9e9144e58fb729e0",
  },
];

export const TERMS_VERSION = TERMS_VERSIONS.at(-1) as TermsVersion;
