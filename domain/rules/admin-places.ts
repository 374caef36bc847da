export const ADMIN_TABS = {
  overview: "Overview",
  content: "Content",
  members: "Members",
  trials: "Free Trials",
  delivery: "Delivery",
  inbox: "Inbox",
  "live-events": "Live Events",
  paypal: "PayPal",
  money: "Money",
  settings: "Settings",
} as const;
export type AdminTab = keyof typeof ADMIN_TABS;

/** Labels of the cards and buttons that advice points to, each with its tab. */
export const ADMIN_PLACES = {
  "Needs attention": "overview",
  Resend: "delivery",
  "Try now": "delivery",
  Resume: "delivery",
  "Out of sync": "paypal",
  "Sync with PayPal": "members",
  Continue: "members",
  "DNS records": "settings",
} as const satisfies Record<string, AdminTab>;

export function placeText(label: keyof typeof ADMIN_PLACES): string {
  return `"${label}" on the ${ADMIN_TABS[ADMIN_PLACES[label]]} tab`;
}
