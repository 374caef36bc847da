const LONGEST_VALUE = 120;

export function actorText(actor: string): string {
  if (actor === "admin") return "Administrator";
  return actor.startsWith("member:") ? "Member" : "System";
}

/** "videoKey" → "video key" */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map((one) => wordsOf(String(one))).join(", ") || "none" : JSON.stringify(value);
}

export function detailTexts(details: Record<string, unknown> | null): { name: string; value: string }[] {
  return Object.entries(details ?? {}).map(([key, value]) => {
    const name = wordsOf(key);
    const text = textOf(value);
    return { name, value: text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text };
  });
}
