import type { DeviceRequest, DeviceResponse, DevicesResponse } from "#domain/contract/push.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { isPushEndpoint, TEST_TAG } from "#domain/rules/push.ts";
import type { Caller, FromCaller, Session } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, invalid, notFound, unavailable } from "../kernel/errors.ts";
import { attemptLimit, endOfQuotaDay, requireAttempt, requireWithinHour } from "../kernel/limits/attempt-limit.ts";
import { encryptPush } from "../kernel/push/encrypt-push.ts";
import { sendPush } from "../kernel/push/push-service.ts";
import { newShortId } from "../kernel/short-id.ts";
import { queueNotice } from "../mail/transactional-mail.ts";
import {
  changeDevice,
  type DeviceRow,
  deleteByEndpoint,
  deleteDevice,
  insertDevice,
  selectDevices,
} from "./devices.queries.ts";
import { messageFor } from "./push-message.ts";

const CHANGES_AN_HOUR = 30;
/** Per UTC day, since each sends an email. */
const ADDED_A_DAY = 20;
const ENOUGH_TODAY = "You've added many devices today. Try again tomorrow.";
const ENOUGH = "You already get notifications on 10 devices, the most allowed. Remove one you no longer use.";
const OLD_PAGE = "Notifications can't be turned on from this page. Reload it and try again.";
const UNKNOWN = "Your browser's notifications aren't supported. Try another browser.";
const ENDED = "Your browser no longer accepts notifications from us. Turn them on again.";

export async function listDevices(ctx: Ctx, { caller }: { caller: Caller }): Promise<DevicesResponse> {
  const [rows] = await Promise.all([selectDevices(ctx.db, caller.memberId), caller.member]);
  const devices = rows.map(({ id, userAgent, hidesTitles, createdAt, acceptedAt }) => {
    const addedAt = new Date(createdAt).toISOString();
    return { id, userAgent, hidesTitles, addedAt, acceptedAt: isoOrNull(acceptedAt) };
  });
  return { publicKey: ctx.config.pushKeys[0]?.publicKey ?? null, devices };
}

/** Limited, since each change is audited and each test calls a push service. */
async function requireFew(ctx: Ctx, { memberId, member }: Caller): Promise<void> {
  await member;
  const messageOf = (when: string) => `You've changed or tested notifications too often. Try again in ${when}.`;
  await requireWithinHour(ctx, { kind: "push-changes", member: memberId, max: CHANGES_AN_HOUR, messageOf });
}

/** The subscription's columns. @throws AppError `validation` for an address that isn't a push service's, or keys that can't be used */
async function checked({ config }: Ctx, { endpoint, p256dh, auth, publicKey, hidesTitles }: DeviceRequest) {
  const key = config.pushKeys.find((one) => one.publicKey === publicKey);
  if (!key) throw conflict(OLD_PAGE);
  const isUsable =
    isPushEndpoint(endpoint, config.pushHosts) && (await encryptPush({ p256dh, auth }, "").catch(() => null));
  if (!isUsable) throw invalid(UNKNOWN);
  return { endpoint, p256dh, auth, kid: key.kid, hidesTitles };
}

const originOf = ({ endpoint }: { endpoint: string }) => new URL(endpoint).origin;

/** As at most starts of the app, which then write nothing. */
const isUnchanged = (row: DeviceRow, columns: Partial<DeviceRow>) =>
  Object.entries(columns).every(([name, value]) => row[name as keyof DeviceRow] === value);

type Adding = FromCaller<DeviceRequest> & { session: Session };

/**
 * Adds a browser, which the member is emailed about, since it shows their mornings; or renews the device it is, with its new subscription, key, or
 * session. A device of another session or push service may be another browser, so it counts as added. @throws AppError as `checked`; `conflict`
 * for an eleventh device, `not_found` for one that was removed
 */
export async function addDevice(ctx: Ctx, input: Adding): Promise<DeviceResponse> {
  const { caller, session, renews } = input;
  const { memberId } = caller;
  const columns = { ...(await checked(ctx, input)), sessionId: session.id };
  const { email: to } = await caller.member;
  const before = renews && (await selectDevices(ctx.db, memberId)).find((row) => row.id === renews);
  if (renews && !before) throw notFound("Device");
  const isSame = before && before.sessionId === session.id && originOf(before) === originOf(columns);
  if (before && isUnchanged(before, columns)) return { id: before.id };
  if (!isSame) {
    await requireFew(ctx, caller);
    const ofDay = { kind: "push-added", value: memberId, max: ADDED_A_DAY, windowEndsAt: endOfQuotaDay(ctx.now) };
    await requireAttempt(ctx, [attemptLimit(ctx, ofDay)], { message: ENOUGH_TODAY });
  }
  const id = renews ?? newShortId();
  const { all } = await batchOf(ctx.db, {
    moved: deleteByEndpoint(ctx.db, columns.endpoint, id),
    written: renews
      ? changeDevice(ctx.db, { id, memberId }, columns)
      : insertDevice(ctx.db, { id, memberId, ...columns, userAgent: ctx.userAgent, createdAt: ctx.now }),
    told: isSame
      ? []
      : [
          auditChange(ctx, { actor: `member:${memberId}`, action: "member.device-added", subject: memberId }),
          queueNotice(ctx, { kind: "device-added", memberId, to, parameters: {} }).insert,
        ],
    all: selectDevices(ctx.db, memberId),
  });
  if (all.some((row) => row.id === id && row.sessionId === session.id)) return { id };
  throw renews ? notFound("Device") : conflict(ENOUGH);
}

type Own = FromCaller<{ id: string }>;

const SHOWN = { title: "This is a test", body: "Your mornings arrive like this." };
const TEST = { ...SHOWN, tag: TEST_TAG, path: APP_PAGES.dashboard };

export async function removeDevice(ctx: Ctx, { caller: { memberId }, id }: Own): Promise<void> {
  await ctx.db.batch([
    deleteDevice(ctx.db, { id, memberId }),
    auditChange(ctx, { actor: `member:${memberId}`, action: "member.device-removed", subject: memberId }),
  ]);
}

/** @throws AppError `not_found`, `rate_limited`, `conflict` if the push service no longer knows the device, or `unavailable` */
export async function testDevice(ctx: Ctx, { caller, id }: Own): Promise<void> {
  await requireFew(ctx, caller);
  const row = (await selectDevices(ctx.db, caller.memberId)).find((one) => one.id === id);
  if (!row) throw notFound("Device");
  // It has nothing to hide.
  const message = messageFor({ id, hidesTitles: false }, TEST);
  const { state } = await sendPush(ctx.config, row, { message, ttlSeconds: 60, topic: TEST_TAG, now: ctx.now });
  if (state === "gone") await deleteDevice(ctx.db, row);
  if (state === "gone") throw conflict(ENDED);
  if (state !== "accepted") throw unavailable("The test couldn't be sent. Try again in a few minutes.");
}
