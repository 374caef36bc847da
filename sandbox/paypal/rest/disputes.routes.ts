import { Hono } from "hono";
import type { Account } from "../account/account.ts";
import { notFound } from "../answers.ts";
import type { Operation } from "./call.ts";

export function disputesRoutes(operation: Operation, { disputes }: Account) {
  return new Hono().get(
    "/v1/customer/disputes/:id",
    operation("disputes.get", (_, { id = "" }) => {
      const answer = disputes.answerOf(id);
      if (!answer) throw notFound();
      return { status: 200, body: () => answer };
    }),
  );
}
