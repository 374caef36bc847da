export type StoragePlace = "cookie" | "local storage" | "session storage" | "cache" | "database";

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
    purpose: "Keeps you logged in. Deleted when you log out, and useless after that.",
  },
  {
    place: "cookie",
    names: ["media_pass"],
    purpose:
      "Lets the player load audio and video, for an hour at a time and never beyond your access. It gives access to nothing else, never identifies you, and no script can read it. It is deleted when you log out.",
  },
  {
    place: "cookie",
    names: ["item_pass"],
    purpose:
      "When you play a session from the button in its email without logging in: lets the player load the files of that one session, for six hours at a time and not beyond the next day. It never identifies you, and no script can read it.",
  },
  {
    place: "cookie",
    names: ["sign_in"],
    purpose:
      "For 15 minutes after you ask for an email to log in: shows that this browser requested its code. No script can read it.",
  },
  {
    place: "cookie",
    names: ["checkout_nonce"],
    purpose:
      "For one hour after you start a checkout: shows that the checkout is yours, and logs you in once if it creates your account. No script can read it.",
  },
  {
    place: "session storage",
    names: ["checkout_email", "open_checkout"],
    purpose:
      "The email address you entered to subscribe, and which plan you started to pay for, so that you can pick up where you left off if the page reloads. Deleted when you close the tab.",
  },
  {
    place: "local storage",
    names: ["welcome"],
    purpose:
      "After a purchase or a gift: your subscription ID, if any, for the first steps on your dashboard. Deleted once they are done, or when you log out.",
  },
  {
    place: "cookie",
    names: ["gift_capture"],
    purpose: "For a day after you start to pay for a gift: shows that you ordered it. No script can read it.",
  },
  {
    place: "session storage",
    names: ["gift_draft", "open_gift"],
    purpose:
      "What you entered for a gift (both names and email addresses, your message, its day and time zone), and which gift you started to pay for. What you entered is deleted once the gift is paid for, the rest when you close the tab.",
  },
  {
    place: "session storage",
    names: ["gift_token", "gift_order"],
    purpose:
      "The key from the link that opened a gift or its receipt, removed from the address bar to keep it out of your browser history. Deleted when you close the tab.",
  },
  {
    place: "local storage",
    names: ["player_volume", "player_speed", "player_keys", "player_captions", "media-chrome-pref-…"],
    purpose: "The volume and speed you chose, and other choices about how the player behaves.",
  },
  {
    place: "session storage",
    names: ["queue"],
    purpose:
      "The sessions you play one after another, so that a reload doesn't lose your place. Deleted when you end that, log out, or close the tab.",
  },
  {
    place: "local storage",
    names: ["travel_answered"],
    purpose: "Which time zone you were in when we last asked whether your emails should follow you there.",
  },
  {
    place: "local storage",
    names: ["position:…", "pending:…"],
    purpose:
      "Where you are in a session, and progress still to be sent to us, for example because you were offline. It is sent as soon as possible and deleted when you log out.",
  },
  {
    place: "local storage",
    names: ["offline:…"],
    purpose:
      "What you can read without a connection: your plan and time zone, your progress, and the text of the sessions you saw last. No login, name, email address, link, audio, or video. Deleted when you log out, when someone else logs in, and when your login ends.",
  },
  {
    place: "local storage",
    names: ["device:…"],
    purpose:
      "That you closed the offer to put the service on your home screen, so that you never see it again here. For administrators, also the view they used last.",
  },
  {
    place: "session storage",
    names: ["reloaded_for:…"],
    purpose: "Notes that a page was reloaded to get a newer version, so that it reloads only once.",
  },
  {
    place: "cache",
    names: ["workbox-precache-…", "public-pages", "assets", "pictures"],
    purpose:
      "Pages, scripts, and pictures of the service, so that it opens without a connection. Never audio or video, and nothing about you.",
  },
  {
    place: "cache",
    names: ["notifications"],
    purpose:
      "If you turned on notifications here: an ID of this device, and the date of the last notification, so that a repeat makes no sound. Deleted when you log out.",
  },
  {
    place: "database",
    names: ["workbox-expiration"],
    purpose: "When each copy was last used, so that old ones are deleted.",
  },
  {
    place: "cookie",
    names: ["admin_session"],
    purpose:
      "For administrators only: shows for twelve hours that the second factor was passed. No script can read it.",
  },
  {
    place: "session storage",
    names: ["kept:…"],
    purpose: "For administrators only: unsaved entries. Deleted when they log out or close the tab.",
  },
  {
    place: "local storage",
    names: ["kept:…"],
    purpose:
      "For administrators only: new sessions, and the names and sizes of their files, until all are uploaded. Deleted when they log out.",
  },
  {
    place: "local storage",
    names: ["tus::…"],
    purpose: "For administrators only: which file is being uploaded, so that an upload continues where it stopped.",
  },
];
