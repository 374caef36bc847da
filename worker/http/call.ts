import type { Context, Handler, MiddlewareHandler, TypedResponse, ValidationTargets } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { InferInput } from "hono/validator";
import type * as z from "zod";
import type { OkResponse } from "#domain/contract/account.ts";
import type { Ctx } from "../kernel/context.ts";
import type { HttpEnv } from "./request-context.ts";
import { validate, validatedBy } from "./validate.ts";

type Part = "param" | "query" | "json";
type Schemas = Partial<Record<Part, z.ZodType<object>>>;
/** What a client sends: texts, except in a body. */
type Sent<In, P extends Part> = [In] extends [ValidationTargets[P]] ? In : InferInput<In, P>;
type Inputs<S extends Schemas> = { in: { [P in keyof S & Part]: Sent<z.input<S[P]>, P> } };
type ValidPart<S extends Schemas, P extends Part> = S extends Record<P, z.ZodType> ? z.output<S[P]> : object;
type Valid<S extends Schemas> = ValidPart<S, "param"> & ValidPart<S, "query"> & ValidPart<S, "json">;
type Said<Answer> = Answer extends object ? Answer : OkResponse;

/**
 * A route's last handler: validates parts of the request, calls the use case with the fields of them all and of `more`, and responds with what
 * that returns, or with `ok`.
 */
export function call<S extends Schemas, Answer, More extends object = object>(
  schemas: S,
  useCase: (ctx: Ctx, input: Valid<S> & NoInfer<More>) => Promise<Answer> | Answer,
  more?: (c: Context<HttpEnv>) => More,
): Handler<HttpEnv, string, Inputs<S>, Promise<TypedResponse<Said<Answer>, ContentfulStatusCode, "json">>> {
  const parts = Object.entries(schemas) as [Part, z.ZodType<object>][];
  const validators = parts.map(([part, schema]) => validate(part, schema) as MiddlewareHandler);
  const handler = async (c: Context) => {
    for (const validator of validators) await validator(c, async () => undefined);
    const valid = parts.map(([part]) => c.req.valid(part as never));
    const answer = await useCase(c.var.ctx, Object.assign({}, ...valid, more?.(c)));
    return c.json((answer ?? { ok: true }) as never);
  };
  validatedBy.set(
    handler,
    parts.map(([target, schema]) => ({ target, schema })),
  );
  return handler;
}
