import { api, read } from "../../lib/api.ts";
import { sessionNumber } from "../../lib/auth-token.ts";
import { endHere, hasSubscription, rememberDevice, subscribeHere, thisDevice } from "./browser-push.ts";

let renewal: { session: number; done: Promise<void> } | null = null;

/** Once a session and page; a press that turns notifications on waits for it. */
export function renewDevice(): Promise<void> {
  const session = sessionNumber();
  if (renewal?.session !== session) renewal = { session, done: renew(session) };
  return renewal.done;
}

/**
 * At a start of the app: a device that was removed, here or elsewhere, needs a new press; any other gets its newest subscription and key. A browser
 * that ended its subscription on its own is added again. Whether it hid titles is lost by then.
 */
async function renew(session: number): Promise<void> {
  const id = await thisDevice();
  const { publicKey, devices } = await read(api.user["push-devices"].$get());
  const device = devices.find((one) => one.id === id);
  const isGranted = Notification.permission === "granted";
  const isLost = id !== null && !device && isGranted && !(await hasSubscription());
  if ((!device && !isLost) || publicKey === null) return endHere();
  if (isGranted) {
    const hidesTitles = device?.hidesTitles ?? true;
    const json = { ...(await subscribeHere(publicKey)), hidesTitles, renews: device?.id };
    const renewed = await read(api.user["push-devices"].$post({ json }));
    // After a logout, this browser remembers nothing.
    return sessionNumber() === session ? rememberDevice(renewed.id) : endHere();
  }
  if (device) await api.user["push-devices"][":id"].$delete({ param: { id: device.id } });
  await endHere();
}
