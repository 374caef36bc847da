import { Check, Copy, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";

const TEXTS = {
  idle: "",
  copied: "Copied",
  failed: "Your browser did not copy it. Select it and copy it by hand.",
} as const;
const ICONS = { idle: Copy, copied: Check, failed: X } as const;

type CopyFieldProps = {
  label: string;
  /** Tells fields of one label apart for who hears the button's name alone. */ of: string;
  text: string;
};

/** A text that is to be typed elsewhere, with a button that copies it and says whether it did. */
export function CopyField({ label, of, text }: CopyFieldProps) {
  const [state, setState] = useState<keyof typeof TEXTS>("idle");
  const Icon = ICONS[state];
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
        <IconButton label={`Copy ${label.toLowerCase()} of ${of}`} onClick={copy}>
          <Icon aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {TEXTS[state]}
      </p>
    </div>
  );
}
