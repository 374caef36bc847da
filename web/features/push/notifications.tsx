import { Button } from "../../ui/button.tsx";
import type { Clock } from "../../ui/device-row.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";

/** The second way to be woken, which loads when it's asked for. */
export function Notifications({ hasDevices, ...clock }: Clock & { hasDevices: boolean }) {
  const { part, opener } = useDisclosure(() => import("./notification-settings.tsx"));
  if (part) return <part.NotificationSettings {...clock} />;
  return (
    <Button variant="secondary" className="justify-self-start" {...opener}>
      {hasDevices ? "Change notifications" : "Set up notifications"}
    </Button>
  );
}
