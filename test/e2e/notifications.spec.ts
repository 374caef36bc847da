import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";
import { dayAhead, slotAhead } from "../support/fixtures.ts";
import { expectAccessible, expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { takeEmptyDay } from "./support/library.ts";
import { inviteMember, signIn, type TestMember } from "./support/members.ts";
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
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

type WorkerScope = {
  clients: object;
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent: (event: Event) => boolean;
};

/** Taps on the notification that is shown, and returns which pages the worker opens. */
async function tap(context: BrowserContext): Promise<string[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("No service worker runs.");
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const opened: string[] = [];
    const openWindow = async (path: string) => void opened.push(path);
    Object.assign(scope.clients, { openWindow });
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("No notification is shown.");
    const event = new scope.NotificationEvent("notificationclick", { notification });
    // The browser's own waits only for events that it made.
    const work = new Promise((resolve) => Object.defineProperty(event, "waitUntil", { value: resolve }));
    scope.dispatchEvent(event);
    await work;
    return opened;
  });
}

/** A session of this journey's own, and when its morning begins for a new member. */
async function newMorning(title: string) {
  const day = await takeEmptyDay();
  const item = { date: dayAhead(day), title, description: "Begin.", status: "published" };
  expect((await callApi("/api/content", { admin: true, json: item })).status).toBe(201);
  return { date: item.date, slotAt: slotAhead(day, 6) };
}

const own = (page: Page) => page.getByRole("switch", { name: "Notifications on this device" });

/** Logs in, waits for the service worker, and turns notifications on. */
async function turnOn(page: Page, member: TestMember): Promise<void> {
  await signIn(page, member);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Notifications" }).click();
  await own(page).click();
  await expect(own(page)).toBeChecked();
}

const devicesOf = async (token: string) => (await (await callApi("/api/user/push-devices", { token })).json()).devices;

test("a member turns on notifications, is woken, opens the session by a tap, and logs out", async ({
  page,
  context,
  appUrl,
}) => {
  const { date, slotAt } = await newMorning("Woken by Phone");
  const member = await inviteMember("pushed");
  const id = await standIn(context, member.token);
  await turnOn(page, member);
  await expectFits(page);
  await expectAccessible(page);

  const hides = page.getByRole("switch", { name: "Hide titles on the lock screen" });
  for (const hidesTitles of [true, false]) {
    await hides.click();
    await expect(hides).toBeChecked({ checked: hidesTitles });
    expect(await devicesOf(member.token)).toMatchObject([{ hidesTitles }]);
  }

  await page.getByRole("button", { name: "Send test notification" }).click();
  await expect.poll(() => sandbox().pushed(id)).toHaveLength(1);

  await tickAt(slotAt);
  await expect.poll(() => sandbox().pushed(id)).toHaveLength(2);
  const [morning] = await sandbox().pushed(id);
  const text = morning?.text ?? "";
  const { cdp, registrationId } = await workerOf(page);
  await deliver(cdp, appUrl, registrationId, text);
  const sounding = { title: "Woken by Phone", body: "Day 1", tag: `morning-${date}`, silent: false };
  await expect.poll(() => shown(page)).toEqual([sounding]);
  await deliver(cdp, appUrl, registrationId, text);
  await expect.poll(() => shown(page)).toEqual([{ ...sounding, silent: true }]);
  expect(await tap(context)).toEqual([`/content/${date}?from=notification`]);
  expect(await shown(page)).toEqual([]);

  // A shared phone: what is for another device has no title.
  const others = { ...JSON.parse(text), device: "another", tag: "morning-2030-01-01" };
  await deliver(cdp, appUrl, registrationId, JSON.stringify(others));
  await expect.poll(() => shown(page)).toMatchObject([{ title: "Your session is ready", body: "" }]);
  expect(await tap(context)).toEqual(["/dashboard"]);

  await own(page).click();
  await expect(own(page)).not.toBeChecked();
  await own(page).click();
  await expect(own(page)).toBeChecked();
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL(/\/($|login)/);
  const { token } = await (await callApi("/api/auth/quick-login", { json: { email: member.email } })).json();
  expect(await devicesOf(token)).toEqual([]);
});

test("of two devices, the second removes the first, which rings no more until a new press", { tag: "@deep" }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { slotAt } = await newMorning("Woken by One Phone");
  const member = await inviteMember("two-devices");
  const first = await standIn(context, member.token);
  await turnOn(page, member);
  const { token } = await (await callApi("/api/auth/quick-login", { json: { email: member.email } })).json();
  const elsewhere = await browser.newContext({ baseURL, serviceWorkers: "allow" });
  const second = await standIn(elsewhere, token);
  const there = await elsewhere.newPage();
  await turnOn(there, { ...member, token });
  const list = there.getByRole("list", { name: "Other devices" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: "Remove" }).click();
  await expect(list).toHaveCount(0);
  expect(await devicesOf(token)).toHaveLength(1);

  await page.goto("/dashboard");
  await page.waitForFunction(() => localStorage.getItem("device:test-subscribed") === null);
  await tickAt(slotAt);
  await expect.poll(() => sandbox().pushed(second)).toHaveLength(1);
  expect(await sandbox().pushed(first)).toEqual([]);
  await elsewhere.close();

  await page.goto("/profile");
  await page.getByRole("button", { name: "Notifications" }).click();
  await expect(own(page)).not.toBeChecked();
});
