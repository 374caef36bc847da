import { newId } from "../account/ids.ts";
import { PAYPAL_SANDBOX } from "../paypal-settings.ts";

/** PayPal's tokens last a little less than nine hours. */
const LIVES_SECONDS = 31_668;

export function createAccess({ now }: { now: () => number }) {
  const expiryOf = new Map<string, number>();

  return {
    /** A new token for the right ID and secret, or null. */
    issue(authorization: string | undefined) {
      const credentials = /^Basic +(\S+)$/i.exec(authorization ?? "")?.[1];
      const { clientId, clientSecret } = PAYPAL_SANDBOX;
      if (!credentials || atob(credentials) !== `${clientId}:${clientSecret}`) return null;
      const token = newId.accessToken();
      expiryOf.set(token, now() + LIVES_SECONDS * 1000);
      return {
        scope: "https://uri.paypal.com/services/subscriptions https://uri.paypal.com/services/payments/refund openid",
        access_token: token,
        token_type: "Bearer",
        app_id: "APP-80W284485P519543T",
        expires_in: LIVES_SECONDS,
        nonce: `${new Date(now()).toISOString()}${newId.debug()}`,
      };
    },
    admits(authorization: string | undefined): boolean {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      return token !== undefined && (expiryOf.get(token) ?? 0) > now();
    },
  };
}

export type Access = ReturnType<typeof createAccess>;
