import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { expectAccessible, expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember, signIn } from "./support/members.ts";
import { callApi, sandbox, tickAt } from "./support/stack.ts";

test.use({ serviceWorkers: "allow" });

/** Chromium subscribes only with Google's server, so pages get a subscription of the sandbox's push service. */
async function standIn(context: BrowserContext, token: string): Promise<string> {
  const { publicKey } = await (await callApi("/api/user/push-devices", { token })).json();
  const { id, endpoint, keys } = await sandbox().subscribe(publicKey);
  await context.grantPermissions(["notifications"]);
  await context.addInitScript(
    ({ json }) => {
      const subscription = {
        toJSON: () => json,
        unsubscribe: async () => {
          localStorage.removeItem("device:test-subscribed");
          return true;
        },
      };
      const present = async () => (localStorage.getItem("device:test-subscribed") === null ? null : subscription);
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          localStorage.setItem("device:test-subscribed", "1");
          return subscription;
        },
        getSubscription: present,
        permissionState: async () => "granted",
      });
    },
    { json: { endpoint, keys } },
  );
  return id;
}

/** Hands a message to the page's service worker, as the browser's push service would. */
async function deliver(cdp: CDPSession, appUrl: string, registrationId: string, data: string): Promise<void> {
  await cdp.send("ServiceWorker.deliverPushMessage", { origin: appUrl, registrationId, data });
}

async function workerOf(page: Page): Promise<{ cdp: CDPSession; registrationId: string }> {
  const cdp = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [last] = registrations.filter(({ isDeleted }) => !isDeleted).slice(-1);
      if (last) resolve(last.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  return { cdp, registrationId: await found };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
      getNotifications: () => registration.getNotifications(),
    }));
    return (await getNotifications()).map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

test("a member turns on notifications, is woken, tries and removes them, and logs out", async ({
  page,
  context,
  appUrl,
}) => {
  const member = await inviteMember("pushed");
  const id = await standIn(context, member.token);
  await signIn(page, member);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Notifications" }).click();
  const own = page.getByRole("switch", { name: "Notifications on this device" });
  await expect(own).not.toBeChecked();
  await expectFits(page);
  await own.click();
  await expect(own).toBeChecked();
  await expectAccessible(page);

  const hides = page.getByRole("switch", { name: "Hide titles on the lock screen" });
  for (const hidesTitles of [true, false]) {
    await hides.click();
    await expect(hides).toBeChecked({ checked: hidesTitles });
    await expect(own).toBeChecked();
    const { devices } = await (await callApi("/api/user/push-devices", { token: member.token })).json();
    expect(devices).toMatchObject([{ hidesTitles }]);
  }

  await page.getByRole("button", { name: "Send test notification" }).click();
  await expect.poll(async () => (await sandbox().pushed(id)).length).toBe(1);

  // Tomorrow at the member's hour.
  const date = addDays(dateIn("America/Chicago", Date.now()), 1);
  await tickAt(instantAt(date, 6, "America/Chicago"));
  await expect.poll(async () => (await sandbox().pushed(id)).length).toBe(2);
  const [morning] = await sandbox().pushed(id);
  const text = morning?.text ?? "";
  const { cdp, registrationId } = await workerOf(page);
  await deliver(cdp, appUrl, registrationId, text);
  await expect
    .poll(() => shown(page))
    .toMatchObject([{ title: JSON.parse(text).title, tag: `morning-${date}`, silent: false }]);
  await deliver(cdp, appUrl, registrationId, text);
  await expect.poll(async () => (await shown(page))[0]?.silent).toBe(true);

  // A shared phone: what is for another device has no title.
  await deliver(
    cdp,
    appUrl,
    registrationId,
    JSON.stringify({ ...JSON.parse(text), device: "another", tag: "morning-2030-01-01" }),
  );
  await expect.poll(() => shown(page)).toMatchObject([{ title: "Your session is ready", body: "" }]);

  await own.click();
  await expect(own).not.toBeChecked();
  await own.click();
  await expect(own).toBeChecked();
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL(/\/($|login)/);
  const { token } = await (await callApi("/api/auth/quick-login", { json: { email: member.email } })).json();
  const { devices } = await (await callApi("/api/user/push-devices", { token })).json();
  expect(devices).toEqual([]);
});

test("a browser whose device was removed elsewhere needs a new press", async ({ page, context }) => {
  const member = await inviteMember("removed");
  await standIn(context, member.token);
  await signIn(page, member);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Notifications" }).click();
  await page.getByRole("switch", { name: "Notifications on this device" }).click();
  await expect(page.getByRole("switch", { name: "Notifications on this device" })).toBeChecked();
  const { devices } = await (await callApi("/api/user/push-devices", { token: member.token })).json();
  await callApi(`/api/user/push-devices/${devices[0].id}`, { method: "DELETE", token: member.token });
  await page.goto("/dashboard");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("device:test-subscribed"))).toBeNull();
  expect((await (await callApi("/api/user/push-devices", { token: member.token })).json()).devices).toEqual([]);
});

test("a browser that blocks notifications says how to allow them", async ({ page, context }) => {
  await context.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await signIn(page, await inviteMember("blocked"));
  await page.goto("/profile");
  await page.getByRole("button", { name: "Notifications" }).click();
  await expect(page.getByText("Your browser blocks notifications from this site.")).toBeVisible();
});
