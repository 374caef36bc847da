import type { Ctx } from "../context.ts";
import type { TransactionalMail } from "./mail-kinds.ts";
import { templateVersion } from "./templates.ts";
import { insertTransactionalMail } from "./transactional-mails.queries.ts";

type Input = TransactionalMail & { to: string; link?: { id: string; expiresAt: number } };

/** The statement that stores a mail; it goes into the batch of its cause, so that neither exists without the other. */
export function queueMail(ctx: Pick<Ctx, "db" | "now">, { kind, parameters, to, link }: Input) {
  const id = crypto.randomUUID();
  const insert = insertTransactionalMail(ctx.db, {
    id,
    kind,
    templateVersion: templateVersion(kind),
    toAddress: to,
    parameters: JSON.stringify(parameters),
    tokenId: link?.id ?? null,
    expiresAt: link?.expiresAt ?? null,
    nextAttemptAt: ctx.now,
    createdAt: ctx.now,
  });
  return { id, insert };
}
