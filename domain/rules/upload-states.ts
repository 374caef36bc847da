export const UPLOAD_STATES = ["open", "complete", "aborted", "refused"] as const;
