/**
 * Shared code in eight files (docs/decisions/0022-documents-that-paint-by-themselves.md). Without this list, the bundler
 * makes 80 more. Measured with test/e2e/weight.spec.ts on 2026-11-28, scripts in kB as sent, with and without it:
 * /login 117 and 129, /dashboard 132 and 157, /library 127 and 141, /content 144 and 172.
 * A module that drops out of the list costs bytes, nothing else.
 */
const CHUNKS: Record<string, string[]> = {
  // All that public pages load from the app.
  preload: ["preload-helper", "web/features/money/stored-(checkout|welcome)", "web/lib/(auth-token|parse-json|stored)"],
  framework: [
    "node_modules/(react|react-dom|scheduler|react-router|hono|jotai|clsx)/",
    // Only the library and admin pages have infinite lists.
    "node_modules/@tanstack/.*/(?!infiniteQueryObserver|useInfiniteQuery)[^/]+$",
    "lucide-react/dist/esm/(createLucideIcon|Icon|context|shared)",
    "icons/(arrow-left|layout-dashboard|x)\\.",
    "web/ui/(button|dock-height\\.atoms|focus-on-arrival|lazy-section|state-panel|use-lazy-part|use-toast)\\.tsx?",
    "web/lib/(admin-status\\.atoms|api|expect-translation|link-secrets|api-error|failure-text|lazy-extra|load-chunk|query-client|sign-out|offline\\.atoms|use-document-title)\\.ts",
    "web/features/account/(return-path|session\\.query)\\.ts|web/features/money/welcome-words",
    "web/brand/page-shell",
    "domain/(brand|formats|paths)",
  ],
  member: [
    "web/app/(app-player|member-frame)\\.ts",
    "web/lib/(listen|use-now|use-replace-params)\\.ts",
    "web/brand/(artwork|dock|vip-mark)\\.tsx",
    "web/ui/badge\\.ts",
    "web/features/account/(member-nav|require-session|logout-button)\\.ts",
    "web/features/content/(content\\.query|dashboard-address|dial-geometry|favorite-button|opens-later)\\.ts|web/features/player/media-time",
    "web/features/profile/(access-ended|member-words|profile\\.query|travel-place)\\.ts",
    "web/features/player/(player\\.atoms|use-track)\\.ts",
    "web/features/progress/progress\\.query",
    "domain/rules/(artwork|calendar-days|local-time|time-zones)",
    "icons/(alarm-clock|check|chevron-(down|left|right)|clock|flame|headphones|pause|play|zap)\\.",
  ],
  // Small parts of what members open later: as files of their own, they cost 0.2 kB on /dashboard.
  later: [
    "web/features/profile/(account-words|hour-keys|next-wake-up|save-profile\\.mutation)\\.tsx?|web/ui/cancel-or-submit",
    "icons/(alarm-clock-off|arrow-right|external-link)\\.",
  ],
  // As files of their own, these cost 1.4 kB on /login, and the last two groups 1.6 kB on /content.
  "sign-in": [
    "web/ui/(dawn-dial|field|password-field|use-challenge|use-checked-form)\\.tsx?",
    "web/features/account/(auth-frame|start-session)\\.tsx?",
    "domain/rules/credentials",
  ],
  // Not on the dashboard.
  alert: ["web/ui/alert\\.tsx", "icons/(circle-check|circle-exclamation-point|info|search-x)\\."],
  progress: ["web/features/progress/(mark-not-done|use-progress-reporter)\\.ts"],
  player: [
    "web/features/player/(active-medium\\.atoms|item-track\\.atoms|play-icon|playback-button|player-face|player-preferences|use-(item-track|media-recovery|media-session|media-state|player-keys|resume|sleep-timer))\\.ts",
    "web/features/player/(media-failure|resumed-notice)|web/lib/device-clock|web/pages/speed-of-member",
    "icons/rotate-c?cw\\.",
  ],
};

/** The list for Vite's `codeSplitting`: a module is in the first chunk that names it. */
export const sharedChunks = Object.entries(CHUNKS).map(([name, paths], place, { length }) => ({
  name,
  test: new RegExp(paths.join("|")),
  priority: length - place,
}));
