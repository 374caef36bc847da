/** Everything a licensee changes to put the product under another name. */
export const BRAND = {
  name: "Daybolt",
  tagline: "Wake up with voltage.",
  supportEmail: "support@daybolt.test",
  mailSender: "Daybolt <wake-up@daybolt.test>",
  postalAddress: "Daybolt, 100 Morning Street, Chicago, IL 60601, USA",
  social: {
    shortVideo: { label: "TikTok", url: "https://www.tiktok.com/@daybolt" },
    photos: { label: "Instagram", url: "https://www.instagram.com/daybolt" },
  },
} as const;
