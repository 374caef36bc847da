/** Everything a licensee changes to put the product under another name. */
export const BRAND = {
  name: "Daybolt",
  tagline: "Wake up with voltage.",
  supportEmail: "support@daybolt.test",
  mailSender: "Daybolt <wake-up@daybolt.test>",
  /** Who answers for this installation, such as "Daybolt Media LLC". Production sends no mail while this or one of the next two is empty. */
  legalName: "" as string,
  /** In one line; it stands in every mail, as US law wants it. */
  postalAddress: "" as string,
  /** As the terms say it after "the law of", such as "the State of Illinois, USA". */
  governingLaw: "" as string,
  /** What anybody may watch before they join: files of the media bucket below `public/`. */
  preview: { clip: "preview-phnitn5dyfl7ubqd.mp4", poster: "preview-phnitn5dyfl7ubqd.webp" },
  social: {
    shortVideo: { label: "TikTok", url: "https://www.tiktok.com/@daybolt" },
    photos: { label: "Instagram", url: "https://www.instagram.com/daybolt" },
  },
} as const;
