import { Hono } from "hono";
import * as z from "zod";
import type { OkResponse } from "#domain/contract/account.ts";
import { callerNetwork } from "../../http/caller-network.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { bodyText, validate } from "../../http/validate.ts";
import { takeMailEvent } from "./take-mail-event.ts";

const header = (max: number) => z.string("Resend's signature is missing").min(1).max(max);

const signatureHeaders = z
  .object({ "svix-id": header(100), "svix-timestamp": header(20), "svix-signature": header(1000) })
  .transform(({ "svix-id": id, "svix-timestamp": timestamp, "svix-signature": signature }) => ({
    id,
    timestamp,
    signature,
  }));

export const mailEventsRoutes = new Hono<HttpEnv>().post(
  "/webhook",
  validate("header", signatureHeaders),
  async (c) => {
    const signature = c.req.valid("header");
    await takeMailEvent(c.var.ctx, { signature, body: await bodyText(c), network: callerNetwork(c) });
    return c.json({ ok: true } satisfies OkResponse);
  },
);
