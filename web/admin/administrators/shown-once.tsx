import type { NewCode } from "#domain/contract/administrators.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { CopyField } from "../parts/copy-field.tsx";

export type Shown = { name: string; key: string; code?: undefined } | { name: string; code: NewCode; key?: undefined };

/** A key or code, which the server can't show again. */
export function ShownOnce({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { name, key, code } = shown;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={code ? `${name}'s code` : `${name}'s key`}
      description={
        code
          ? "Have them scan it with their authenticator app, or type it in. We show it only once."
          : "They log in to the admin area with it, in place of a password. We show it only once, so pass it on or save it in a password manager first."
      }
    >
      {code && <QrCode label={`QR code of ${name}'s code`} text={code.uri} />}
      <CopyField label={code ? "Code" : "Key"} of={`${name}'s`} text={key ?? code.secret} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
