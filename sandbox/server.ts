import * as z from "zod";
import { PortTakenError } from "./listen-on-localhost.ts";
import { startSandbox } from "./start-sandbox.ts";

const envSchema = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(8788),
  SANDBOX_RESEND_RATE: z.coerce.number().int().min(1).default(1000),
  SANDBOX_RESEND_DOMAIN: z.string().min(1).optional(),
});

const parsed = envSchema.safeParse(process.env);
if (!parsed.success) {
  console.error(`The sandbox cannot start: ${z.prettifyError(parsed.error)}`);
  process.exit(1);
}
const env = parsed.data;

try {
  const sandbox = await startSandbox({
    port: env.SANDBOX_PORT,
    resendRate: env.SANDBOX_RESEND_RATE,
    resendDomain: env.SANDBOX_RESEND_DOMAIN,
  });
  console.log(`Sandbox outbox: ${sandbox.url}`);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  if (!(error instanceof PortTakenError)) throw error;
  console.error(`The sandbox cannot start: port ${env.SANDBOX_PORT} is in use; stop that program or set SANDBOX_PORT.`);
  process.exit(1);
}
