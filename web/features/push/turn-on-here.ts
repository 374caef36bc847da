import { api, read } from "../../lib/api.ts";
import { rememberDevice, subscribeHere } from "./browser-push.ts";
import { renewDevice } from "./renew-device.ts";

/** @throws Error if the member or the browser refuses */
export async function turnOnHere(publicKey: string, hidesTitles: boolean): Promise<void> {
  // Safari asks only within the press.
  const permission = Notification.requestPermission();
  await renewDevice().catch(() => undefined);
  if ((await permission) !== "granted") throw new Error("Your browser doesn't allow it.");
  await navigator.serviceWorker.register("/service-worker.js");
  const json = { ...(await subscribeHere(publicKey)), hidesTitles };
  const { id } = await read(api.user["push-devices"].$post({ json }));
  await rememberDevice(id);
}
