import { BRAND } from "#domain/brand.ts";
import { Note, NoteLink } from "./mail-text.tsx";

/** Footer of mails about an account, which nobody can unsubscribe from. */
export function SupportFooter({ reason }: { reason: string }) {
  return (
    <Note>
      {`${reason} Questions? `}
      <NoteLink href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</NoteLink>
    </Note>
  );
}
