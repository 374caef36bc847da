import type { ClientRequestOptions, ClientResponse } from "hono/client";
import type {
  CheckoutOffers,
  ConfirmCheckoutResponse,
  StartCheckoutRequest,
  StartCheckoutResponse,
} from "#domain/contract/checkout.ts";
import type {
  CaptureGiftResponse,
  CorrectGiftRequest,
  GiftList,
  GiftListRequest,
  GiftOffer,
  GiftOrder,
  GiftToRedeem,
  OrderGiftRequest,
  OrderGiftResponse,
  RedeemGiftRequest,
  RedeemGiftResponse,
} from "#domain/contract/gifts.ts";
import type {
  CancelMySubscriptionRequest,
  CancelSubscriptionRequest,
  MemberPayments,
  MySubscription,
  RefundRequest,
} from "#domain/contract/subscription.ts";
import { adminApi } from "./admin-session.ts";
import { api } from "./api.ts";

type Call<Input, Output> = (input: Input, options?: ClientRequestOptions) => Promise<ClientResponse<Output>>;
type Get<Output> = () => Promise<ClientResponse<Output>>;
type Done = { message?: string };

/** The calls of members and visitors that are about money, by their contracts. */
export const paymentApi = api as unknown as {
  checkout: {
    $get: Get<CheckoutOffers>;
    $post: Call<{ json: StartCheckoutRequest }, StartCheckoutResponse>;
    ":id": { confirm: { $post: Call<{ param: { id: string } }, ConfirmCheckoutResponse> } };
  };
  user: {
    subscription: {
      $get: Get<MySubscription>;
      cancel: { $post: Call<{ json: CancelMySubscriptionRequest }, unknown> };
    };
  };
  gifts: {
    offer: { $get: Get<GiftOffer> };
    $post: Call<{ json: OrderGiftRequest }, OrderGiftResponse>;
    ":id": { capture: { $post: Call<{ param: { id: string } }, CaptureGiftResponse> } };
    order: {
      $get: Call<{ query: { order: string } }, GiftOrder>;
      address: { $post: Call<{ json: CorrectGiftRequest }, GiftOrder> };
    };
    redeem: {
      $get: Call<{ query: { token: string } }, GiftToRedeem>;
      $post: Call<{ json: RedeemGiftRequest }, RedeemGiftResponse>;
    };
  };
};

/** The administrator's. */
export const adminPaymentApi = adminApi as unknown as {
  paypal: {
    subscriptions: {
      ":id": { cancel: { $post: Call<{ param: { id: string }; json: CancelSubscriptionRequest }, Done> } };
    };
  };
  admin: {
    members: {
      ":id": {
        payments: { $get: Call<{ param: { id: string } }, MemberPayments> };
        subscriptions: { ":sid": { heal: { $post: Call<{ param: { id: string; sid: string } }, Done> } } };
      };
    };
    gifts: {
      $get: Call<{ query: GiftListRequest }, GiftList>;
      ":id": { refund: { $post: Call<{ param: { id: string }; json: RefundRequest }, Done> } };
    };
    payments: { ":id": { refund: { $post: Call<{ param: { id: string }; json: RefundRequest }, Done> } } };
  };
};
