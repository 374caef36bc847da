/** Everything a licensee changes to rebrand the product. */
export const BRAND = {
  name: "Daybolt",
  tagline: "Wake up with voltage.",
  supportEmail: "support@daybolt.test",
  mailSender: "Daybolt <wake-up@daybolt.test>",
  /** The company that runs this installation ("Daybolt Media LLC"). While it or one of the next two is empty, production sends no email. */
  legalName: "" as string,
  /** One line. Every email carries it, as US law requires. */
  postalAddress: "" as string,
  /** Follows "the law of" in the terms, such as "the State of Illinois, USA". */
  governingLaw: "" as string,
  /** Files in the media bucket under `public/`; anyone can watch and hear them before joining. */
  preview: {
    clip: "preview-phnitn5dyfl7ubqd.mp4",
    poster: "preview-phnitn5dyfl7ubqd.webp",
    sample: "sample-glbzpddtgxzeyss4.mp3",
  },
  social: {
    shortVideo: { label: "TikTok", url: "https://www.tiktok.com/@daybolt" },
    photos: { label: "Instagram", url: "https://www.instagram.com/daybolt" },
  },
} as const;
