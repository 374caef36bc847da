/** From least to most. The owner's key is `ADMIN_PASSWORD`; the others are added in Settings. */
export const ADMIN_ROLES = ["editor", "administrator", "owner"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
export const GIVEN_ROLES = ["administrator", "editor"] as const satisfies AdminRole[];

export const ROLE_WORDS: Record<AdminRole, { name: string; may: string }> = {
  owner: { name: "Owner", may: "Everything, and administrators." },
  administrator: { name: "Administrator", may: "Everything but administrators." },
  editor: { name: "Editor", may: "Sessions, uploads, and drafts of live events. No members, payments, or messages." },
};

/** The tabs that an editor sees, Content first. */
export const EDITOR_TABS: readonly string[] = ["content", "delivery", "live-events"];

export const isAtLeast = (role: AdminRole, lowest: AdminRole): boolean =>
  ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(lowest);

/** Without letters and digits that look alike: 24 of these 32 are 120 bits. */
export const KEY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const KEY_LENGTH = 24;

/** In groups of four, as it's shown. */
export const groupedKey = (key: string): string => key.match(/.{1,4}/g)?.join("-") ?? "";

/** The key as stored, however it was typed: in small letters, without hyphens, with an O for a zero. */
export function plainKey(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
}
