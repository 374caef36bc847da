/** The company that runs an installation, as in `domain/brand.ts` and `domain/business.json`. */
export type Operator = Record<
  "name" | "legalName" | "postalAddress" | "governingLaw" | "supportEmail" | "mailSender",
  string
>;

/** Domains reserved by RFC 2606, used by the placeholders we ship. */
const RESERVED_DOMAIN = /[@.](?:test|example|invalid|localhost)>?$/i;

export function missingParticulars(operator: Operator): string[] {
  const { legalName, postalAddress, governingLaw, supportEmail, mailSender } = operator;
  const isReserved = (address: string) => RESERVED_DOMAIN.test(address.trim());
  return [
    legalName.trim() === "" && "legal name",
    postalAddress.trim() === "" && "postal address",
    governingLaw.trim() === "" && "governing law",
    isReserved(supportEmail) && "support address",
    isReserved(mailSender) && "sender address",
  ].filter((name) => name !== false);
}
