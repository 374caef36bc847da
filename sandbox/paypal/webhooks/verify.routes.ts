import { Hono } from "hono";
import * as z from "zod";
import { badField } from "../answers.ts";
import { type Operation, readBody } from "../rest/call.ts";
import { rawValueOf } from "./raw-value.ts";
import type { Signer } from "./signature.ts";

const question = z.object({
  auth_algo: z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9]+$/),
  cert_url: z.url().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z
    .string()
    .max(500)
    .regex(/^(?!\d+$)\w+\S+/),
  transmission_time: z.string().max(100),
  webhook_id: z
    .string()
    .max(50)
    .regex(/^[a-zA-Z0-9]+$/),
  webhook_event: z.looseObject({}),
});

export function verifyRoutes(operation: Operation, signer: Signer) {
  return new Hono().post(
    "/v1/notifications/verify-webhook-signature",
    operation("webhooks.verify", (call) => {
      const asked = readBody(question, call.text);
      const body = rawValueOf(call.text, "webhook_event");
      if (body === null) throw badField("MISSING_REQUIRED_PARAMETER", "/webhook_event");
      const signed = {
        transmissionId: asked.transmission_id,
        transmissionTime: asked.transmission_time,
        webhookId: asked.webhook_id,
        body,
      };
      const isGenuine = signer.verify(signed, asked.transmission_sig);
      return { status: 200, body: () => ({ verification_status: isGenuine ? "SUCCESS" : "FAILURE" }) };
    }),
  );
}
