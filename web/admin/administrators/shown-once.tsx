import type { NewCode } from "#domain/contract/administrators.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { CopyField } from "../parts/copy-field.tsx";

/** A key, a code, or someone new's both. */
export type Shown = { name: string; key?: string; code?: NewCode | undefined };

const KEY = "They log in to the admin area with the key, in place of a password.";
const CODE = "Have them scan the code with their authenticator app, or type it in.";
const ONCE = "We show it only once";

function wordsFor({ key, code }: Shown): { what: string; text: string } {
  if (key && code) return { what: "key and code", text: `${KEY} ${CODE} We show both only once.` };
  if (code) return { what: "code", text: `${CODE} ${ONCE}.` };
  return { what: "key", text: `${KEY} ${ONCE}, so pass it on or save it in a password manager first.` };
}

/** What the server can't show again. */
export function ShownOnce({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { name, key, code } = shown;
  const { what, text } = wordsFor(shown);
  return (
    <Dialog isOpen onOpenChange={onClose} title={`${name}'s ${what}`} description={text}>
      <div className="grid gap-4">
        {key && <CopyField label="Key" of={`${name}'s`} text={key} />}
        {code && (
          <>
            <QrCode label={`QR code of ${name}'s code`} text={code.uri} />
            <CopyField label="Code" of={`${name}'s`} text={code.secret} />
          </>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
