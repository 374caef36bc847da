import { Share, Smartphone, SquarePlus } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { Button } from "../../ui/button.tsx";

export type InstallCardProps = {
  /** Asks the browser's own question; null where it's done by hand. */
  ask: (() => Promise<unknown>) | null;
  onDismiss: () => void;
};

export function InstallCard({ ask, onDismiss }: InstallCardProps) {
  return (
    <section aria-labelledby="install-heading" className="grid gap-3 rounded-card border border-bolt/40 bg-panel p-5">
      <h2 id="install-heading" className="flex items-start gap-2.5 text-lg">
        <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bolt" />
        Put {BRAND.name} on your home screen
      </h2>
      {ask ? <p className="text-muted text-sm">It opens like an app, one tap from your morning.</p> : <StepsInSafari />}
      <div className="flex flex-wrap gap-2">
        {ask && (
          // The browser asks only once, so either answer settles it.
          <Button size="sm" onClick={() => ask().then(onDismiss, onDismiss)}>
            Add to home screen
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          Don't show again
        </Button>
      </div>
    </section>
  );
}

const ICON = "inline size-4 align-[-0.15em] text-bolt";

function StepsInSafari() {
  return (
    <ol className="grid list-decimal gap-2 pl-5 text-sm marker:text-bolt">
      <li>
        Tap <strong>Share</strong> <Share aria-hidden="true" className={ICON} /> in Safari.
      </li>
      <li>
        Choose <strong>Add to Home Screen</strong> <SquarePlus aria-hidden="true" className={ICON} />.
      </li>
      <li>
        Tap <strong>Add</strong>.
      </li>
    </ol>
  );
}
