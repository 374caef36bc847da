/** Who answers for an installation, as `domain/brand.ts` names them. */
export type Operator = {
  name: string;
  legalName: string;
  postalAddress: string;
  governingLaw: string;
  supportEmail: string;
  mailSender: string;
};

/** Names that lead nowhere, by RFC 2606: what ships stands under them. */
const RESERVED_DOMAIN = /[@.](?:test|example|invalid|localhost)>?$/i;

/** What of an operator's particulars is still empty or a placeholder, in words. */
export function missingParticulars(operator: Operator): string[] {
  const { legalName, postalAddress, governingLaw, supportEmail, mailSender } = operator;
  const isReserved = (address: string) => RESERVED_DOMAIN.test(address.trim());
  return [
    legalName.trim() === "" && "legal name",
    postalAddress.trim() === "" && "postal address",
    governingLaw.trim() === "" && "governing law",
    isReserved(supportEmail) && "support address",
    isReserved(mailSender) && "sender's address",
  ].filter((name) => name !== false);
}
