import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "./support/journey.ts";
import { callApi } from "./support/stack.ts";

test("the Worker's log has the line of a request", async () => {
  const requestId = (await callApi("/api/auth/verify")).headers.get("x-request-id") ?? "no id";
  const log = process.env.DAYBOLT_WORKER_LOG ?? "";
  await expect.poll(() => readFile(log, "utf8")).toContain(requestId);
});
