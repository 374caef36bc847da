import { Copy } from "lucide-react";
import { useState } from "react";
import type { NewCode } from "#domain/contract/administrators.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { useToast } from "../../ui/use-toast.ts";

export type Shown = { name: string; key: string; code?: undefined } | { name: string; code: NewCode; key?: undefined };

/** A key or code, which the server can't show again. */
export function ShownOnce({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { name, key, code } = shown;
  const text = key ?? code?.secret ?? "";
  const toast = useToast();
  const [isCopyFailed, setIsCopyFailed] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: "success", title: "Copied" });
    } catch {
      setIsCopyFailed(true);
    }
  }
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
      <code className="wrap-anywhere rounded-xl border border-line bg-night p-4 font-bold">{text}</code>
      {isCopyFailed && <Alert>Couldn't copy. Select it and copy it yourself.</Alert>}
      <DialogActions>
        <Button variant="secondary" icon={Copy} onClick={copy}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
