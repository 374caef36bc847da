import { inject } from "vitest";

/** The sandbox of this file's vitest worker; no other file uses it at the same time. */
export const sandboxUrl = inject("sandboxUrls")[Number(process.env.VITEST_POOL_ID) - 1] ?? "";
