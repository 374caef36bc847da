import business from "./business.json" with { type: "json" };

export type Voice = { name: string; line: string; picture: string };

/** Who speaks: on the landing page, in a member's first email, and with each session. `picture`: the path of a square JPEG in web/static/. */
export const VOICE: Voice | null = null;

/** Everything a licensee changes to rebrand the product. */
export const BRAND = {
  name: "Daybolt",
  tagline: "Wake up with voltage.",
  mailSender: "Daybolt <wake-up@daybolt.test>",
  /** The company that runs this installation, as `npm run deploy:setup` asks. While a detail is missing, production sends no email. */
  ...business,
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
