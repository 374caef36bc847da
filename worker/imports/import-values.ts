/** No end is given. */
export const NEVER = /^(?:never|none|null|n\/a|0|-|0000-00-00.*)?$/i;

/** "6", "06:00", "6:00 AM", or "6 pm" as an hour. Null for anything else. */
export function readHour(text: string): number | null {
  const [, digits, half = ""] = /^(\d{1,2})(?::00){0,2}\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (digits === undefined) return null;
  const hour = half === "" ? Number(digits) : (Number(digits) % 12) + (/^p/i.test(half) ? 12 : 0);
  return hour < 24 && (half === "" || Number(digits) <= 12) ? hour : null;
}

/** The labels in a cell: "a, b", `"VIP","Blog readers"`, `["a"]`. */
export function labelsIn(text: string): string[] {
  const list = text.replace(/^\[(.*)\]$/, "$1");
  return (list.match(/"[^"]*"|[^",;|]+/g) ?? []).map((one) => one.replaceAll('"', "").trim()).filter(Boolean);
}
