import { inject } from "vitest";

/** The sandbox of the vitest worker that this file runs in; no other file uses it meanwhile. */
export const sandboxUrl = inject("sandboxUrls")[Number(process.env.VITEST_POOL_ID) - 1] ?? "";
