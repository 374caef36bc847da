type StoragePlace = "cookie" | "local storage" | "session storage" | "cache" | "database";

type StoredInBrowser = {
  place: StoragePlace;
  /** Names as the browser shows them; one ending in "…" is a prefix. */
  names: readonly string[];
  /** Purpose and lifetime, as worded in the privacy policy. */
  purpose: string;
};

/** Everything stored in a browser: the privacy policy's list, checked by lint/browser-storage.test.ts and test/e2e/support/journey.ts. */
export const BROWSER_STORAGE: readonly StoredInBrowser[] = [
  {
    place: "local storage",
    names: ["auth_token"],
    purpose: "Keeps you signed in. Gone when you sign out, and worthless once the sign-in has ended.",
  },
  {
    place: "cookie",
    names: ["media_pass"],
    purpose:
      "Lets the player read audio and video, for an hour at a time and never beyond your access. It opens nothing else, does not say who you are, and no script can read it. It is taken back when you sign out.",
  },
  {
    place: "cookie",
    names: ["item_pass"],
    purpose:
      "When you play a session from the button of its mail without signing in: lets the player read the files of that one session, for six hours at a time and not beyond the next day. It does not say who you are, and no script can read it.",
  },
  {
    place: "cookie",
    names: ["checkout_nonce"],
    purpose:
      "For one hour after you begin to take out a plan: it shows that you are the one who began, and signs you in once if that makes you an account. No script can read it.",
  },
  {
    place: "session storage",
    names: ["checkout_email", "open_checkout"],
    purpose:
      "The mail address you typed to take out a plan, and which plan you have begun to pay for, so that the page goes on where it was when it is loaded again. Gone when you close the tab.",
  },
  {
    place: "cookie",
    names: ["gift_capture"],
    purpose:
      "For a day after you begin to pay for a gift: it shows that you are the one who ordered it. No script can read it.",
  },
  {
    place: "session storage",
    names: ["gift_draft", "open_gift"],
    purpose:
      "What you typed for a gift (names and mail addresses of both, your message, its day and time zone), and which gift you have begun to pay for. What you typed is gone once the gift is paid for, the rest when you close the tab.",
  },
  {
    place: "session storage",
    names: ["gift_token", "gift_order"],
    purpose:
      "The key of the link by which you opened a gift or its receipt, taken out of the address so that it stands in no history. Gone when you close the tab.",
  },
  {
    place: "local storage",
    names: ["player_volume", "player_speed", "player_keys", "player_captions", "media-chrome-pref-…"],
    purpose: "The volume and the speed you chose, and other choices about how the player behaves.",
  },
  {
    place: "local storage",
    names: ["travel_answered"],
    purpose: "Which time zone you were in when we last asked whether your mails should follow you there.",
  },
  {
    place: "local storage",
    names: ["position:…", "pending:…"],
    purpose:
      "Where you are in a session, and progress that has not reached us yet, for example because you were on a train. It is sent as soon as possible and dropped when you sign out.",
  },
  {
    place: "session storage",
    names: ["reloaded_for:…"],
    purpose: "That a page was loaded anew because it had been replaced meanwhile, so that this happens once.",
  },
  {
    place: "cache",
    names: ["workbox-precache-…", "public-pages", "assets", "pictures"],
    purpose:
      "Pages, scripts and pictures of the service, so that it opens without a connection; never audio or video, and nothing about you.",
  },
  {
    place: "database",
    names: ["workbox-expiration"],
    purpose: "When each of these copies was last used, so that old ones go.",
  },
  {
    place: "cookie",
    names: ["admin_session"],
    purpose: "For administrators alone: for twelve hours, that the second factor was passed. No script can read it.",
  },
  {
    place: "session storage",
    names: ["kept:…"],
    purpose: "For administrators alone: what they have typed and not saved. Gone when they log out or close the tab.",
  },
  {
    place: "local storage",
    names: ["tus::…"],
    purpose: "For administrators alone: which file is on its way to us, so that an upload goes on where it stopped.",
  },
];

/** Whether the policy lists something found in a browser. */
export function isNamedStorage(place: StoragePlace, found: string): boolean {
  return BROWSER_STORAGE.filter((stored) => stored.place === place)
    .flatMap(({ names }) => names)
    .some((name) => (name.endsWith("…") ? found.startsWith(name.slice(0, -1)) : found === name));
}
