/** `chosen`: waits for the administrator to confirm the number. */
export const MEMBER_JOB_STATES = ["choosing", "chosen", "running", "done", "cancelled"] as const;
