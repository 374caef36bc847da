import { api, read } from "../../lib/api.ts";
import { rememberDevice, subscribeHere } from "./browser-push.ts";
import { renewDevice } from "./renew-device.ts";

/** @throws ApiError if the device was removed */
export async function hideTitlesHere(publicKey: string, id: string, hidesTitles: boolean): Promise<void> {
  // The renewal at the start of the app sends what was set before.
  await renewDevice().catch(() => undefined);
  await read(
    api.user["push-devices"].$post({ json: { ...(await subscribeHere(publicKey)), hidesTitles, renews: id } }),
  );
}

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
