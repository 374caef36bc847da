import { randomBytes } from "node:crypto";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const RANDOM_LENGTH = 16;

/** A slug's key, once given, stays: database rows and mails already name it. Only a new slug draws a new one. */
export function mediaKey(slug: string, extension: "mp3" | "mp4", known: readonly string[]): string {
  const pattern = new RegExp(`^${slug}-[a-z2-7]{${RANDOM_LENGTH}}\\.${extension}$`);
  return known.find((key) => pattern.test(key)) ?? `${slug}-${randomBase32()}.${extension}`;
}

function randomBase32(): string {
  return Array.from(randomBytes(RANDOM_LENGTH), (byte) => BASE32[byte % 32]).join("");
}
