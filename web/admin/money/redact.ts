const NAMES_OF_PEOPLE =
  /^(email_address|name|given_name|surname|payer_id|phone.*|address.*|shipping.*|links|memberId)$/;

function redactText(text: string): string {
  const words = text.split(" ").map((word) => {
    const at = word.lastIndexOf("@");
    return at < 1 ? word : `${word[0]}…${word.slice(at)}`;
  });
  return words.join(" ");
}

/** Redacts a response for the raw panel: removes names, addresses, and links, and cuts email addresses to first letter and domain. */
export function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!NAMES_OF_PEOPLE.test(key)) return [key, redact(inner)];
      return [key, typeof inner === "string" && inner.includes("@") ? redactText(inner) : "[redacted]"];
    }),
  );
}
