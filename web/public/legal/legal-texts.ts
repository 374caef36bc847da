import type { PublicPageName } from "#domain/paths.ts";
import type { WriteLegalText } from "./legal-text.tsx";
import { memberAgreement } from "./member-agreement.tsx";
import { privacy } from "./privacy.tsx";
import { privacySettings } from "./privacy-settings.tsx";
import { refundRequests } from "./refund-requests.tsx";
import { subscriptionTerms } from "./subscription-terms.tsx";
import { terms } from "./terms.tsx";

export const LEGAL_TEXTS = {
  terms,
  privacy,
  subscriptionTerms,
  memberAgreement,
  refundRequests,
  privacySettings,
} satisfies Partial<Record<PublicPageName, WriteLegalText>>;
export type LegalPageName = keyof typeof LEGAL_TEXTS;
