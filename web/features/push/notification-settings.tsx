import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { DevicesResponse } from "#domain/contract/push.ts";
import { api, read } from "../../lib/api.ts";
import { deviceOf } from "../../lib/device-of.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { type Clock, DeviceRow, dayWords } from "../../ui/device-row.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { endHere, pushAbility, thisDevice } from "./browser-push.ts";
import { hideTitlesHere, turnOnHere } from "./turn-on-here.ts";

const devicesQuery = queryOptions({
  queryKey: ["/api/user/push-devices"],
  queryFn: async () => ({ ...(await read(api.user["push-devices"].$get())), here: await thisDevice() }),
});
const routes = api.user["push-devices"][":id"];

const WHAT = "A notification at your hour. It follows your phone's sound and focus settings; it isn't an alarm clock.";
const HOW =
  "A notification at your hour, not an alarm clock. If a Focus on iPhone or a mode on Android silences it, allow this app there. A pause and weekends without a wake-up stop notifications, too.";
const HINDRANCES = {
  blocked: "Your browser blocks notifications from this site. Allow them in its settings, and reload the page.",
  "home-screen": `On an iPhone or iPad, add ${BRAND.name} to your home screen first: press Share, then Add to Home Screen, and open it there.`,
  none: "This browser can't show notifications. Try another one.",
};

/** This device's switch, and the member's other devices. */
export function NotificationSettings(clock: Clock) {
  const devices = useQuery(devicesQuery);
  return (
    <section aria-label="Notifications" className="grid grid-cols-1 gap-4">
      <QueryPanel query={devices} loading="Loading notifications..." failed="Your notifications didn't load">
        {(answer) => <Devices {...answer} clock={clock} />}
      </QueryPanel>
    </section>
  );
}

type Device = DevicesResponse["devices"][number];

function Devices({ publicKey, devices, here: id, clock }: DevicesResponse & { here: string | null; clock: Clock }) {
  const change = useChange();
  const { error, make } = change;
  const here = devices.find((device) => device.id === id);
  const others = devices.filter((device) => device !== here);
  const drop = (device: Device) => make("The device is removed", () => remove(device));
  if (publicKey === null) return <p role="status">Notifications aren't set up here yet.</p>;
  return (
    <>
      <ThisDevice here={here} publicKey={publicKey} change={change} />
      {error && <Alert>{formErrorText(error, "That didn't work")}</Alert>}
      {others.length > 0 && (
        <div>
          <h3 className="font-semibold text-sm semi-wide">Other devices</h3>
          <ul aria-label="Other devices" className="grid divide-y divide-line">
            {others.map((device) => (
              <DeviceRow
                key={device.id}
                icon={BellRing}
                name={deviceOf(device.userAgent) ?? "Unknown device"}
                use={usesOf(device, clock)}
              >
                <Button variant="secondary" size="sm" onClick={() => drop(device)}>
                  Remove
                </Button>
              </DeviceRow>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const remove = ({ id }: Device) => read(routes.$delete({ param: { id } }));

type ThisDeviceProps = { here: Device | undefined; publicKey: string; change: ReturnType<typeof useChange> };

function ThisDevice({ here, publicKey, change: { isPending, make } }: ThisDeviceProps) {
  const [hides, setHides] = useState(false);
  const ability = pushAbility();
  if (ability !== "ready" && !here) return <p role="status">{HINDRANCES[ability]}</p>;
  const turn = () =>
    here
      ? make("Notifications are off on this device", () => remove(here).then(endHere))
      : make("Notifications are on", () => turnOnHere(publicKey, hides));
  const hide = ({ id }: Device, isHidden: boolean) =>
    make(isHidden ? "Titles are hidden" : "Titles are shown", () => hideTitlesHere(publicKey, id, isHidden));
  const test = ({ id }: Device) => make("The test is on its way", () => read(routes.test.$post({ param: { id } })));
  return (
    <>
      <SwitchField
        label="Notifications on this device"
        hint={here ? HOW : WHAT}
        isOn={here !== undefined}
        disabled={isPending}
        onChange={turn}
      />
      <SwitchField
        label="Hide titles on the lock screen"
        hint="Notifications then say only that a session is ready."
        isOn={here?.hidesTitles ?? hides}
        disabled={isPending}
        onChange={(isHidden) => (here ? hide(here, isHidden) : setHides(isHidden))}
      />
      {here && (
        <Button variant="secondary" className="justify-self-start" isBusy={isPending} onClick={() => test(here)}>
          Send test notification
        </Button>
      )}
    </>
  );
}

const usesOf = ({ addedAt, acceptedAt }: Device, clock: Clock) =>
  `Added ${dayWords(addedAt, clock)}, ${acceptedAt ? `last notified ${dayWords(acceptedAt, clock)}` : "not notified yet"}`;

/** `make` changes something, and says so in a toast. */
function useChange() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; title: string }) => run(),
    onSuccess: (_, { title }) => showToast({ tone: "success", title }),
    // The profile knows whether there are devices, and with them the next wake-up.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(devicesQuery),
        queryClient.invalidateQueries({ queryKey: ["/api/user/profile"] }),
      ]),
  });
  return { isPending, error, make: (title: string, run: () => Promise<unknown>) => mutate({ title, run }) };
}
