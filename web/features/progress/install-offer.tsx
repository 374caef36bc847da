import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { installPromptAtom } from "../../lib/install.atoms.ts";
import { storedText } from "../../lib/stored.ts";
import type { InstallCardProps } from "./install-card.tsx";
import { engagementQuery } from "./progress.query.ts";

/** Someone who has finished this many comes back. */
const FROM_SESSIONS = 3;

const dismissal = storedText("install_card", { scope: "browser", endsWith: "nothing" });

const InstallCard = lazy<ComponentType<InstallCardProps>>(() =>
  import("./install-card.tsx").then(
    (module) => ({ default: module.InstallCard }),
    () => ({ default: () => null }),
  ),
);

/** Only where the app isn't installed yet and can be: by the browser's prompt, or by hand in Safari on iOS. */
export function InstallOffer() {
  const completed = useQuery(engagementQuery).data?.itemsCompleted ?? 0;
  const prompt = useAtomValue(installPromptAtom);
  const [isDismissed, setIsDismissed] = useState(() => dismissal.read() !== null);
  if (completed < FROM_SESSIONS || isDismissed) return null;
  // Only Safari on iOS has it; other browsers match the media query once the app is installed.
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  const isInstalled = standalone === true || window.matchMedia("(display-mode: standalone)").matches;
  if (isInstalled || (prompt === null && standalone === undefined)) return null;
  const dismiss = () => {
    dismissal.write("1");
    setIsDismissed(true);
  };
  return (
    <Suspense>
      <InstallCard ask={prompt && (() => prompt.prompt())} onDismiss={dismiss} />
    </Suspense>
  );
}
