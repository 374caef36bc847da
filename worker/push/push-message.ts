import type { PushMessage } from "#domain/rules/push.ts";
import type { DeviceRow } from "./devices.queries.ts";

/** As the service worker gets it. A device that hides titles isn't sent them, so that nothing on the way or the phone has them. */
export function messageFor(
  { id, hidesTitles }: Pick<DeviceRow, "id" | "hidesTitles">,
  message: Omit<PushMessage, "device">,
): string {
  const { title, body, ...plain } = message;
  const shown = { ...plain, ...(hidesTitles ? {} : { title, body }), device: id };
  return JSON.stringify(shown satisfies PushMessage);
}
