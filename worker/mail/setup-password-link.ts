import { setupPasswordPath } from "#domain/paths.ts";
import type { Config } from "../kernel/env.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";

/** The full address behind a mail that lets somebody set a password. */
export function setupPasswordLink(config: Config, linkId: string, email: string): string {
  return `${config.appUrl}${setupPasswordPath(tokenOf(config, linkId), email)}`;
}
