import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { PushMessage } from "#domain/rules/push.ts";
import { sandboxClient } from "#sandbox/sandbox-client.ts";
import type { Member } from "#worker/account/member/member.ts";
import worker from "#worker/index.ts";
import type { Ctx } from "#worker/kernel/context.ts";
import { readConfig } from "#worker/kernel/env.ts";
import type { PushBatchMessage } from "#worker/kernel/queue-messages.ts";
import { dispatchPushes } from "#worker/push/dispatch-pushes.ts";
import { sendPushBatch } from "#worker/push/send-push-batch.ts";
import { rowsOf, tokenFor } from "./factories.ts";
import { contextAt, keepingQueue, tickThrough } from "./jobs.ts";
import { request } from "./request.ts";
import { sandboxUrl } from "./sandbox.ts";

export const sandbox = sandboxClient(sandboxUrl);

const pushKey = () => readConfig(env).pushKeys[0]?.publicKey ?? "";

/** What a browser sends to turn notifications on. */
export async function newSubscription() {
  const { id, endpoint, keys } = await sandbox.subscribe(pushKey());
  return { id, json: { endpoint, ...keys, publicKey: pushKey(), hidesTitles: false } };
}

/** A device of a member, added at an instant before a test's slots; `id` is the sandbox's, `device` ours. */
export async function addDevice(member: Member, now = member.createdAt, token?: string) {
  const { id, json } = await newSubscription();
  const bearer = token ?? (await tokenFor(member));
  const response = await request("/api/user/push-devices", { method: "POST", token: bearer, json, now });
  const { id: device } = (await response.json()) as { id: string };
  return { id, device, token: bearer, endpoint: json.endpoint };
}

/** Keeps a tick's messages instead of queueing them. */
export function catchPushes(ctx: Ctx): string[] {
  const ids: string[] = [];
  const queue = keepingQueue<PushBatchMessage>(({ body }) => ids.push(body.pushBatchId));
  ctx.pushQueues = ctx.pushQueues.map(() => queue) as never;
  return ids;
}

/** A slot's emails and then its notifications, without the queues. */
export async function pushThrough(slotAt: number): Promise<void> {
  for (const id of await tickThrough(slotAt)) await sendPushBatch(contextAt(slotAt), id);
}

/** A minute's notifications alone. */
export async function pushAt(now: number): Promise<string[]> {
  const ctx = contextAt(now);
  const ids = catchPushes(ctx);
  await dispatchPushes(ctx);
  for (const id of ids) await sendPushBatch(contextAt(now), id);
  return ids;
}

export async function messagesTo(id: string): Promise<PushMessage[]> {
  return (await sandbox.pushed(id)).map(({ text }) => JSON.parse(text ?? "null"));
}

/** The places of states in `PUSH_STATES`, by device. */
export async function pushStates(member: Member): Promise<number[]> {
  const rows = await rowsOf("select state from push_deliveries where member_id = ? order by device_id", member.id);
  return rows.map(({ state }) => Number(state));
}

/** Delivers to the queue's entry point; two equal messages are a double delivery. */
export async function deliverPushes(ids: string[]) {
  const execution = createExecutionContext();
  const messages = ids.map((pushBatchId) => ({
    id: crypto.randomUUID(),
    timestamp: new Date(),
    attempts: 1,
    body: { pushBatchId },
  }));
  const batch = createMessageBatch<PushBatchMessage>("daybolt-push-2", messages);
  await worker.queue(batch, env, execution);
  return getQueueResult(batch, execution);
}
