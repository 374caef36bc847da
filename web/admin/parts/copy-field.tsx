import { Check, Copy, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";

const OUTCOMES = {
  none: { icon: Copy, text: "" },
  copied: { icon: Check, text: "Copied" },
  failed: { icon: X, text: "Couldn't copy. Select the text and copy it yourself." },
};

type CopyFieldProps = {
  label: string;
  /** Distinguishes fields with the same label for screen readers. */
  of: string;
  text: string;
};

/** A text in full, with a button that copies it. */
export function CopyField({ label, of, text }: CopyFieldProps) {
  const [state, setState] = useState<keyof typeof OUTCOMES>("none");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
  }
  return (
    <div className="grid gap-1.5">
      <p className="text-muted text-sm">{label}</p>
      <div className="flex items-center gap-3 rounded-xl border border-line bg-night py-1.5 pr-1.5 pl-4">
        <code className="min-w-0 grow break-all text-sm">{text}</code>
        <IconButton icon={OUTCOMES[state].icon} label={`Copy ${of} ${label.toLowerCase()}`} onClick={copy} />
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {OUTCOMES[state].text}
      </p>
    </div>
  );
}
