import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Headline, MailButton, Note, Paragraph, SupportFooter } from "./mail-parts.tsx";

export const addressConfirmSubject = `Confirm your new address for ${BRAND.name}`;

/** To the new address: nothing changes until its owner says so. */
export function AddressConfirm() {
  return (
    <MailLayout
      preview="One tap, and your mails come here."
      footer={
        <SupportFooter reason="You get this mail because we were asked to make this the address of an account." />
      }
    >
      <Headline>Is this your address?</Headline>
      <Paragraph>
        {`We were asked to make {{address}} the address of a ${BRAND.name} account. Confirm it, and mails come here; you then sign in with it, too.`}
      </Paragraph>
      <MailButton href="{{confirmUrl}}">Confirm this address</MailButton>
      <Note>The link is valid for 24 hours and works once. If you know nothing of this, ignore this mail.</Note>
    </MailLayout>
  );
}

export const addressChangedSubject = `The address of your ${BRAND.name} account was changed`;

/** To the address before. It does not name the new one: whoever reads it may be somebody else. */
export function AddressChanged() {
  return (
    <MailLayout
      preview="Mails of this account no longer come here."
      footer={<SupportFooter reason="You get this mail because this was the address of an account." />}
    >
      <Headline>Your address was changed</Headline>
      <Paragraph>
        {`Since {{changedText}} a ${BRAND.name} account that had this address has another one, which its owner confirmed. Mails no longer come here, and all devices were signed out.`}
      </Paragraph>
      <Note>If you did not want this, write to us: the address below reaches a person.</Note>
    </MailLayout>
  );
}
