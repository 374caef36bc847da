type TermsVersion = { version: string; updatedDate: string; sha256: string };

/** Since when the legal texts apply (spec section 2, "Legal pages"). */
export const TERMS_EFFECTIVE_DATE = "2025-08-18";

/**
 * Every version of the legal texts, the newest last, with the hash of its words (docs/decisions/0016-versions-of-the-legal-texts.md). Members
 * agreed to what a row stands for: rows are added, and never changed.
 */
export const TERMS_VERSIONS: readonly TermsVersion[] = [
  {
    version: "1",
    updatedDate: "2026-11-21",
    sha256: "56eb17fdd62e5f7332aae1d67e160a51c6afed5646b3038d64777f6046819c92",
  },
];

/** The version that the pages show, and that who buys today agrees to. */
export const TERMS_VERSION = TERMS_VERSIONS.at(-1) as TermsVersion;
