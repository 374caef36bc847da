import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { createQueryClient } from "../../lib/query-client.ts";
import { GiversGift } from "./givers-gift.tsx";
import { OrderGift } from "./order-gift.tsx";
import { RedeemGift } from "./redeem-gift.tsx";

/** What of /gift needs a script: ordering one, its giver's page, and unwrapping it. */
export type GiftView = { kind: "new" } | { kind: "order"; key: string } | { kind: "token"; key: string };

const queryClient = createQueryClient();
let root: Root | undefined;

export function renderGift(place: Element, view: GiftView): void {
  root ??= createRoot(place);
  root.render(
    <QueryClientProvider client={queryClient}>
      {view.kind === "new" && <OrderGift />}
      {view.kind === "order" && <GiversGift order={view.key} />}
      {view.kind === "token" && <RedeemGift token={view.key} />}
    </QueryClientProvider>,
  );
}
