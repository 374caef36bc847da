import type { PausableKind } from "#domain/rules/mail-events.ts";
import type { MailKind } from "#domain/words.ts";
import { accountKinds } from "./account-kinds.ts";
import { giftKinds } from "./gift-kinds.ts";
import { inboundKinds } from "./inbound-kinds.ts";
import { invitationKinds } from "./invitation-kinds.ts";
import type { Kind } from "./kind.ts";
import { memberKinds } from "./member-kinds.ts";
import { operatorKinds } from "./operator-kinds.ts";
import { paymentKinds } from "./payment-kinds.ts";
import { trialKinds } from "./trial-kinds.ts";

/** Every kind of transactional email, by the name that rows store. Keep the order: some partial indexes list kinds in it. */
export const KINDS = {
  ...memberKinds,
  ...trialKinds,
  ...paymentKinds,
  ...giftKinds,
  ...accountKinds,
  ...inboundKinds,
  ...operatorKinds,
  ...invitationKinds,
} satisfies Record<MailKind, Kind>;

const BY_NAME: ReadonlyMap<string, Kind> = new Map(Object.entries(KINDS));

/** Undefined for a kind that no longer exists; old rows may still name one. */
export function kindOf(name: string): Kind | undefined {
  return BY_NAME.get(name);
}

export function kindsThat(isSo: (kind: Kind) => unknown): string[] {
  return [...BY_NAME].filter(([, kind]) => isSo(kind)).map(([name]) => name);
}

export function kindsPausedAs(group: PausableKind): string[] {
  return kindsThat(({ pausedAs }) => pausedAs === group);
}
