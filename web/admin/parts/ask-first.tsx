import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";

type AskFirstProps = {
  title: string;
  text: ReactNode;
  /** What the button that does it says. */
  action: string;
  isDangerous?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Fields of what is asked for. */
  children?: ReactNode;
};

/** A question before something that cannot be taken back, or that needs more than a touch. */
export function AskFirst(props: AskFirstProps) {
  const { title, text, action, isDangerous = true, isBusy, isDisabled = false, onConfirm, onClose, children } = props;
  return (
    <Dialog isOpen onOpenChange={onClose} title={title} description={text}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        {children}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={isDangerous ? "danger" : "primary"} isBusy={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
