import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { CLOUDFLARE_SANDBOX } from "#sandbox/cloudflare/cloudflare.routes.ts";
import { PAYPAL_SANDBOX } from "#sandbox/paypal/paypal-settings.ts";
import { payPalUnderTest } from "#sandbox/paypal/paypal-under-test.ts";
import { serverUnderTest } from "#sandbox/server-under-test.ts";
import { BUSINESS_FILE } from "./setup/business.ts";

/** An operator with complete business details. */
export const OPERATOR = {
  ...BRAND,
  legalName: "Operator LLC",
  postalAddress: "1 Main Street, Chicago, IL 60601",
  governingLaw: "the State of Illinois, USA",
  supportEmail: "support@wake-operator.com",
};

export const ANSWERS = {
  D1_LOCATION: "weur",
  APP_URL: "https://wake-operator.com",
  MAIL_FROM: "Operator <wake-up@wake-operator.com>",
  SUPPORT_MAILBOX: "me@operator-mail.com",
  ADMIN_PASSWORD: "a long enough password",
  RESEND_API_KEY: "re_operator",
  PAYPAL_CLIENT_ID: PAYPAL_SANDBOX.clientId,
  PAYPAL_CLIENT_SECRET: PAYPAL_SANDBOX.clientSecret,
};

/** POST requests that change nothing: getting a token, and a read-only statement. */
const READS_BY_POST = [/\/v1\/oauth2\/token$/, /\/d1\/database\/[^/]+\/query$/];

function isWrite({ method = "GET", url = "" }: IncomingMessage): boolean {
  return method !== "GET" && !READS_BY_POST.some((path) => path.test(url));
}

/**
 * The sandbox's three providers behind one address. It records each call that changes something, and can drop the
 * response to one of them: the change happens, but the caller never hears about it.
 */
export async function providersUnderTest() {
  const sandbox = await payPalUnderTest();
  const writes: string[] = [];
  let loseAnswerTo = Number.POSITIVE_INFINITY;

  function pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url = "", headers } = asked;
    const onwards = request(new URL(url, sandbox.url), { method, headers }, (answered) => {
      if (isWrite(asked)) writes.push(`${method} ${url.replace(CLOUDFLARE_SANDBOX.accountId, "…")}`);
      if (isWrite(asked) && writes.length === loseAnswerTo) {
        answered.resume();
        answered.once("end", () => asked.socket.destroy());
        return;
      }
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    onwards.once("error", () => answer.destroy());
    asked.pipe(onwards);
  }

  const url = await serverUnderTest(pass);
  const cloudflare = `/client/v4/accounts/${CLOUDFLARE_SANDBOX.accountId}`;

  return {
    ...sandbox,
    writes,
    /** The change with this number (from 1) happens but gets no response. */
    loseAnswer: (number: number) => {
      loseAnswerTo = number;
    },
    env: {
      CLOUDFLARE_API_BASE_URL: `${url}/client/v4`,
      CLOUDFLARE_API_TOKEN: CLOUDFLARE_SANDBOX.token,
      RESEND_BASE_URL: url,
      PAYPAL_BASE_URL: url,
    },
    /** What Cloudflare's API returns for the account. */
    cloudflare: async (path: string) => {
      const headers = { authorization: `Bearer ${CLOUDFLARE_SANDBOX.token}` };
      return (await fetch(`${sandbox.url}${cloudflare}${path}`, { headers })).json();
    },
  };
}

/** A checkout with the files that the setup reads. */
export function checkoutUnderTest(): string {
  const root = mkdtempSync(join(tmpdir(), `daybolt-deploy-${randomUUID().slice(0, 8)}-`));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync("wrangler.toml", join(root, "wrangler.toml"));
  cpSync(BUSINESS_FILE, join(root, BUSINESS_FILE));
  cpSync("r2-seed/public", join(root, "r2-seed/public"), { recursive: true });
  return root;
}
