import { Gift } from "lucide-react";
import type { ReactNode } from "react";

const ICON = { "aria-hidden": true, className: "size-12", strokeWidth: 1.75 } as const;

/** As its email shows it (mails/gift-mails.tsx): gold paper above the giver's words. It opens by itself, once, or is open without motion. */
export function GiftCard({ children }: { children: ReactNode }) {
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-raised">
      <div className="bolt-fill grid h-28 place-items-center text-night">
        <Gift {...ICON} />
      </div>
      <div className="grid gap-4 p-6 sm:p-8">{children}</div>
      <div data-wrapper aria-hidden="true" className="wrapper absolute inset-0 text-night motion-reduce:hidden">
        <div className="bolt-fill absolute inset-0" />
        <div className="bolt-fill absolute inset-0" />
        <div className="absolute inset-0 grid place-items-center">
          <Gift {...ICON} />
        </div>
      </div>
    </div>
  );
}
