import { useAtomValue } from "jotai";
import { Share, Smartphone, SquarePlus } from "lucide-react";
import { useState } from "react";
import { BRAND } from "#domain/brand.ts";
import { installPromptAtom } from "../../lib/install.atoms.ts";
import { storedText } from "../../lib/stored.ts";
import { Button } from "../../ui/button.tsx";

const dismissal = storedText("install_card", { scope: "browser", endsWith: "nothing" });

/** Only where the app isn't installed yet and can be: by the browser's question, or by hand in Safari on iOS. */
export function InstallCard() {
  const question = useAtomValue(installPromptAtom);
  const [isDismissed, setIsDismissed] = useState(() => dismissal.read() !== null);
  // Only Safari on iOS has it; other browsers match the media query once the app is installed.
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  const isInstalled = standalone === true || window.matchMedia("(display-mode: standalone)").matches;
  if (isDismissed || isInstalled || (question === null && standalone === undefined)) return null;
  const dismiss = () => {
    dismissal.write("1");
    setIsDismissed(true);
  };
  return (
    <section aria-labelledby="install-heading" className="grid gap-3 rounded-card border border-bolt/40 bg-panel p-5">
      <h2 id="install-heading" className="flex items-start gap-2.5 text-lg">
        <Smartphone className="mt-0.5 size-5 shrink-0 text-bolt" />
        Put {BRAND.name} on your home screen
      </h2>
      {question ? (
        <p className="text-muted text-sm">It opens like an app, one tap from your morning.</p>
      ) : (
        <StepsInSafari />
      )}
      <div className="flex flex-wrap gap-2">
        {question && (
          // The browser asks only once, so either answer settles it.
          <Button size="sm" className="mr-3.5" onClick={() => question.prompt().then(dismiss, dismiss)}>
            Add to home screen
          </Button>
        )}
        <Button variant="ghost" size="sm" className="-ml-3.5" onClick={dismiss}>
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
        Tap <Share className={ICON} /> <strong>Share</strong> in Safari.
      </li>
      <li>
        Choose <SquarePlus className={ICON} /> <strong>Add to Home Screen</strong>.
      </li>
      <li>
        Tap <strong>Add</strong>.
      </li>
    </ol>
  );
}
