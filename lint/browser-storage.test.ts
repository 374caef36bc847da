import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BROWSER_STORAGE } from "#domain/rules/browser-storage.ts";

type Place = (typeof BROWSER_STORAGE)[number]["place"];
type Writer = { writes: number; place?: Place; keys: Record<string, string> };

/**
 * A file that writes through web/lib/stored.ts: its storage, and each key as the browser shows it and as in the code.
 */
const storedBy = (place: Place, keys: Record<string, string>): Writer => ({ writes: 0, place, keys });

/**
 * Every file that writes to browser storage: its own direct writes, and its keys. Add a new write here and to
 * BROWSER_STORAGE in domain/rules/browser-storage.ts, which the privacy policy is built from.
 */
const WRITERS: Record<string, Writer> = {
  // All access to local and session storage; the others write through it.
  "web/lib/stored.ts": { writes: 1, keys: {} },
  "web/admin/parts/stored.atoms.ts": storedBy("session storage", { "kept:…": "stored<Form>(name" }),
  "web/admin/content/content-address.ts": storedBy("local storage", { "device:…": '"content_view"' }),
  "web/admin/content/month/created.atoms.ts": storedBy("local storage", { "kept:…": '"created"' }),
  "web/features/profile/travel-question.tsx": storedBy("local storage", { travel_answered: '"travel_answered"' }),
  "web/app/offline-answers.ts": storedBy("local storage", { "offline:…": "OFFLINE_ANSWERS" }),
  "web/features/money/stored-checkout.ts": storedBy("session storage", { open_checkout: '"open_checkout"' }),
  "web/features/money/stored-welcome.ts": storedBy("local storage", { welcome: '"welcome"' }),
  "web/features/player/player-preferences.ts": storedBy("local storage", {
    player_volume: '"player_volume"',
    player_speed: '"player_speed"',
    player_keys: '"player_keys"',
    player_captions: '"player_captions"',
  }),
  "web/features/player/player.atoms.ts": storedBy("session storage", { queue: '"queue"' }),
  "web/features/progress/install-card.tsx": storedBy("local storage", { "device:…": '"install_card"' }),
  "web/features/progress/resume-point.ts": storedBy("local storage", { "position:…": "`position:" }),
  "web/lib/auth-token.ts": storedBy("local storage", { auth_token: '"auth_token"' }),
  "web/lib/load-chunk.ts": storedBy("session storage", { "reloaded_for:…": "`reloaded_for:" }),
  "web/lib/pending-progress.ts": storedBy("local storage", { "pending:…": '"progress:"' }),
  "web/public/gifts/order-gift.tsx": storedBy("session storage", { open_gift: '"open_gift"' }),
  "web/public/gifts/gift-form.ts": storedBy("session storage", { gift_draft: '"gift_draft"' }),
  "web/public/gifts/open-gift.ts": storedBy("session storage", {
    gift_token: '"token", "order"',
    gift_order: "`gift_$" + "{kind}`",
  }),
  "web/public/subscribe/payment.tsx": storedBy("session storage", { checkout_email: '"checkout_email"' }),
  // Expires cookies.
  "web/lib/sign-out.ts": { writes: 1, keys: {} },
  "web/service-worker/service-worker.ts": {
    writes: 4,
    place: "cache",
    keys: {
      "workbox-precache-…": "new PrecacheController(",
      "public-pages": '"public-pages"',
      assets: '"assets"',
      pictures: '"pictures"',
    },
  },
  "web/service-worker/notifications.ts": { writes: 2, place: "cache", keys: { notifications: "DEVICE_CACHE" } },
  "web/features/push/browser-push.ts": { writes: 2, place: "cache", keys: { notifications: "DEVICE_CACHE" } },
  // Sets all cookies; the others write through it.
  "worker/http/cookies.ts": { writes: 1, keys: {} },
  "worker/account/admin/admin-guard.ts": storedBy("cookie", { admin_session: '"admin_session"' }),
  "worker/account/sign-in/sign-in.routes.ts": storedBy("cookie", { sign_in: '"sign_in"' }),
  "worker/http/media-pass-cookie.ts": storedBy("cookie", { media_pass: '"media_pass"', item_pass: '"item_pass"' }),
  "worker/money/checkout/checkout.routes.ts": storedBy("cookie", { checkout_nonce: '"checkout_nonce"' }),
  "worker/money/gifts/gifts.routes.ts": storedBy("cookie", { gift_capture: '"gift_capture"' }),
};

/** What libraries write, by the file that imports them. */
const LIBRARIES: [file: string, library: string, place: Place, name: string][] = [
  ["web/admin/media/send-file.ts", "tus-js-client", "local storage", "tus::…"],
  ["web/features/player/video-stage.tsx", "media-chrome", "local storage", "media-chrome-pref-…"],
  ["web/service-worker/service-worker.ts", "workbox-expiration", "database", "workbox-expiration"],
];

const WRITE =
  /\.setItem\(|\bsetCookie\(|\bsetSignedCookie\(|set-cookie|document\.cookie =|cookieStore\.set\(|indexedDB\.open\(|caches\.open\(|\bcacheName:/gi;

const STORED = /import \{[^}]*\b(?:stored|storedText|setHttpOnlyCookie)\b[^}]*\} from "[^"]*(?:stored|cookies)\.ts"/;
const STORAGE = /\b(?:local|session)Storage\b/;

test("every write to browser storage is listed with its key", () => {
  const found: Record<string, number> = {};
  for (const path of globSync("{web,worker,domain,db}/**/*.{ts,tsx}")) {
    if (/\.test\.|\.fixtures\./.test(path)) continue;
    const text = readFileSync(path, "utf8");
    const writes = (text.match(WRITE) ?? []).length;
    if (writes > 0 || STORED.test(text)) found[path] = writes;
    if (path !== "web/lib/stored.ts") expect(text, `${path}: keep it by web/lib/stored.ts`).not.toMatch(STORAGE);
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(WRITERS).map(([path, { writes }]) => [path, writes])));
  for (const [path, { keys }] of Object.entries(WRITERS)) {
    for (const words of Object.values(keys)) expect(readFileSync(path, "utf8"), path).toContain(words);
  }
  for (const [path, library] of LIBRARIES) expect(readFileSync(path, "utf8"), path).toContain(`"${library}`);
});

test("the browser storage list names exactly what is written", () => {
  const written = Object.values(WRITERS).flatMap(({ place, keys }) =>
    Object.keys(keys).map((name) => `${place} ${name}`),
  );
  const ofLibraries = LIBRARIES.map(([, , place, name]) => `${place} ${name}`);
  const named = BROWSER_STORAGE.flatMap(({ place, names }) => names.map((name) => `${place} ${name}`));
  expect(named.toSorted()).toEqual([...new Set([...written, ...ofLibraries])].toSorted());
});
