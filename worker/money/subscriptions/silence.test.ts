import { expect, test } from "vitest";
import { db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, confirm, payPal, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { reconcile } from "./reconcile.ts";

type Operation = NonNullable<Parameters<typeof payPal.arm>[0]["operation"]>;

/** PayPal accepts calls about something but never responds, for all of a call's tries. */
const keepSilent = (operation: Operation, about?: string) =>
  payPal.arm({ kind: "silence", times: 3, operation, about });

const AWAY = /^PayPal isn't responding right now\. Nothing was lost/;

/** Long enough for all of a call's tries and what follows. */
const PATIENCE = { timeout: 120_000 };

const dueNow = (id: string) => rowsOf("update subscriptions set check_at = 1 where id = ?", id);
const statusOf = async (id: string) => (await payPal.subscription(id)).status;

async function tokenOf(memberId: string): Promise<string> {
  const member = await selectMember(db, memberId).get();
  if (!member) throw new Error("There is no such member.");
  return tokenFor(member);
}

test(
  "when PayPal doesn't respond, a plan change says so, keeps the current plan, and can be retried",
  PATIENCE,
  async () => {
    const old = await buy();
    const [requestId, token] = [crypto.randomUUID(), await tokenOf(old.memberId)];
    await keepSilent("subscriptions.create");
    const failed = await startCheckout({ plan: "annual", token, requestId });
    expect([failed.response.status, failed.error]).toEqual([503, expect.stringMatching(AWAY)]);
    const mine = async () => (await request("/api/user/subscription", { token })).json();
    expect(await mine()).toMatchObject({ subscription: { id: old.subscriptionId, state: "active", changesTo: null } });
    const again = await startCheckout({ plan: "annual", token, requestId });
    expect(again.response.status).toBe(200);
    expect(await payPal.subscriptions({ customId: again.checkoutId })).toHaveLength(1);
  },
);

test(
  "if PayPal doesn't respond about ending a replaced plan, the new one counts and the old ends later",
  PATIENCE,
  async () => {
    const old = await buy();
    const token = await tokenOf(old.memberId);
    const { checkoutId, subscriptionId } = await startCheckout({ plan: "annual", token });
    await payPal.control({ action: "approve", id: subscriptionId });
    await keepSilent("subscriptions.cancel", old.subscriptionId);
    expect(await confirm(checkoutId, { token })).toMatchObject({ status: 200, state: "active" });
    const mine = await (await request("/api/user/subscription", { token })).json();
    expect(mine).toMatchObject({ subscription: { id: old.subscriptionId, changesTo: { plan: "annual" } } });
    expect(await statusOf(old.subscriptionId)).toBe("ACTIVE");
    await dueNow(old.subscriptionId);
    await reconcile(contextAt(Date.now()));
    expect(await statusOf(old.subscriptionId)).toBe("CANCELLED");
  },
);
