import type { Mutants } from "#test/support/mutate.ts";

/** Mistakes in the pipeline that chaos has to catch: a file, the text to replace, and its replacement. */
export const MUTANTS: Mutants = {
  "a new key for each attempt": {
    file: "worker/wake-up/batches/send-batch.ts",
    from: "const key = `wake-up/",
    to: "const key = batch.attempts + `wake-up/",
  },
  "no look at the deliveries in the claim": {
    file: "worker/wake-up/batches/batches.queries.ts",
    from: "and d.member_id = m.id))`",
    to: "and d.member_id = m.id and 0))`",
  },
  "recipients asked for afresh in each attempt": {
    file: "worker/wake-up/batches/batches.queries.ts",
    from: "when key_attempts > 0 then recipients",
    to: "",
  },
  "whoever is due at the cut is due at the claim": {
    file: "worker/wake-up/batches/batches.queries.ts",
    from: "wake_up_batches.slot_at`, now)}",
    to: "wake_up_batches.slot_at`, now)} or 1",
  },
  "a refusal proves something after an unclear attempt": {
    file: "worker/wake-up/batches/send-batch.ts",
    from: "batch.keyAttempts === 1;",
    to: "true;",
  },
  "an unclear answer frees the recipients": {
    file: "worker/mail/decide-attempt.ts",
    from: 'key: "same", reason: outcome.message',
    to: 'key: "new", reason: outcome.message',
  },
  "a cutoff of six hours": {
    file: "worker/wake-up/slots/slots.ts",
    from: "180 * MINUTE_MS",
    to: "360 * MINUTE_MS",
  },
  "pauses of members ignored": {
    file: "worker/wake-up/slots/due-members.queries.ts",
    from: "and (m.paused_until is null or",
    to: "and (1 or",
  },
  "batches not given out again": {
    file: "worker/wake-up/slots/hand-out-batches.ts",
    from: "5 * MINUTE_MS",
    to: "500 * MINUTE_MS",
  },
  "starts twice as close as the provider allows": {
    file: "worker/wake-up/slots/hand-out-batches.ts",
    from: "placeOf(index, keepsBack)) * every",
    to: "placeOf(index, keepsBack)) * (every / 2)",
  },
  "starts put off by part of a lane's interval": {
    file: "worker/mail/pace.ts",
    from: "step: laneStep(ctx)",
    to: "step: 1",
  },
  "what was told before the answer forgotten in the figures": {
    file: "worker/wake-up/batches/batches.queries.ts",
    from: "sent_count = sent_count + $",
    to: "sent_count = $",
  },
  "slots settled before their batches are written": {
    file: "worker/wake-up/slots/dispatch-slot.ts",
    from: "const batched = await batchSlot",
    to: 'await settle("batched", 0);\n  const batched = await batchSlot',
  },
  "who was never tried is not recorded": {
    file: "worker/wake-up/batches/open-batches.ts",
    from: "recordMissed(ctx.db, batch, ctx.now),",
    to: "",
  },
  "rejected addresses taken for sent": {
    file: "worker/kernel/resend/mailer.ts",
    from: "answer.success ? (answer.data.errors ?? []) : []",
    to: "[]",
  },
  "slots of ticks that died at the cutoff forgotten": {
    file: "worker/wake-up/slots/dispatch-wake-ups.ts",
    from: "lookBack - SLOT_LEASE_MS - 1",
    to: "lookBack - 1",
  },
  "a call that gets through ends any pause": {
    file: "worker/mail/dispatcher.queries.ts",
    from: ".where(lte(dispatcher.pausedUntil, now))",
    to: "",
  },
  "an email's call forgotten": {
    file: "worker/mail/transactional-mails.queries.ts",
    from: "callId: call.callId,",
    to: "",
  },
  "a message's emails without IDs of their own": {
    file: "worker/broadcasts/write-broadcasts.ts",
    from: "member.id}`",
    to: "crypto.randomUUID()}`",
  },
  "invitations without IDs of their own": {
    file: "worker/account/invitation/invite.ts",
    from: "idOf = (id) =>",
    to: "idOf = (id) => crypto.randomUUID() +",
  },
  "a cancelled message tried again": {
    file: "worker/mail/kinds/causes.queries.ts",
    from: "and b.state <> 'cancelled'",
    to: "",
  },
  "stopped invitations tried again": {
    file: "worker/mail/transactional-mails.queries.ts",
    from: "id = kind || ':' || member_id",
    to: "id = ''",
  },
  "events lost when the database fails": {
    file: "worker/entry/consume.ts",
    from: "batch.retryAll({ delaySeconds: Math.min(10 * 2 ** (attempt - 1), LONGEST_DELAY_SECONDS) })",
    to: "batch.ackAll()",
  },
};
