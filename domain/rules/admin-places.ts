/** The tabs of the admin area, as they are labelled. */
export const ADMIN_TABS = {
  overview: "Overview",
  content: "Content",
  members: "Members",
  trials: "Free Trials",
  delivery: "Delivery",
  "live-events": "Live Events",
  paypal: "PayPal",
  settings: "Settings",
} as const;
type AdminTab = keyof typeof ADMIN_TABS;

/** The cards and buttons to which advice leads, by their labels, and the tab of each. */
export const ADMIN_PLACES = {
  "What needs a hand": "overview",
  "Send again": "delivery",
  "Try now": "delivery",
  Resume: "delivery",
  "Read again at PayPal": "members",
  "DNS Record": "settings",
} as const satisfies Record<string, AdminTab>;

/** "Try now in Delivery" */
export function placeText(label: keyof typeof ADMIN_PLACES): string {
  return `${label} in ${ADMIN_TABS[ADMIN_PLACES[label]]}`;
}
