import { Gift } from "lucide-react";
import type { ReactNode } from "react";

const ICON = { "aria-hidden": true, className: "size-12", strokeWidth: 1.75 } as const;

type GiftCardProps = {
  /** Opens by itself, once; open from the start for people who want no motion. */
  isOpening?: boolean;
  className?: string;
  children: ReactNode;
};

/** A gift as its email shows it (mails/gift-mails.tsx): gold paper above the giver's words. */
export function GiftCard({ isOpening = false, className = "", children }: GiftCardProps) {
  return (
    <div className={`relative overflow-hidden rounded-card border border-line bg-raised ${className}`}>
      <div className="bolt-fill grid h-28 place-items-center text-night">
        <Gift {...ICON} />
      </div>
      <div className="grid gap-4 p-6 sm:p-8">{children}</div>
      {isOpening && (
        <div data-wrapper aria-hidden="true" className="wrapper absolute inset-0 text-night motion-reduce:hidden">
          <div className="bolt-fill absolute inset-0" />
          <div className="bolt-fill absolute inset-0" />
          <div className="absolute inset-0 grid place-items-center">
            <Gift {...ICON} />
          </div>
        </div>
      )}
    </div>
  );
}
