import type { PlanId } from "#domain/rules/plans.ts";
import { renderIsland } from "../island.tsx";
import { GiversGift } from "./givers-gift.tsx";
import { OrderGift } from "./order-gift.tsx";
import { RedeemGift } from "./redeem-gift.tsx";

export type GiftView =
  | { kind: "new"; plan: PlanId | null }
  | { kind: "order"; key: string }
  | { kind: "token"; key: string };

export function renderGift(place: Element, view: GiftView): void {
  if (view.kind === "new") renderIsland(place, <OrderGift plan={view.plan} />);
  else renderIsland(place, view.kind === "order" ? <GiversGift order={view.key} /> : <RedeemGift token={view.key} />);
}
