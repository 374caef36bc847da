import type { UnsubscribeResponse, WakeUpByMail } from "../../domain/contract/mail-responses.ts";

/** Responses for the links of a wake-up email. */

export const PAUSED: WakeUpByMail = { emailTime: "06:00", pausedUntil: "2026-11-23", undo: "u-1" };
export const PAUSE_UNDONE: WakeUpByMail = { emailTime: "06:00", pausedUntil: null };
export const MOVED: WakeUpByMail = { emailTime: "07:00", pausedUntil: null, undo: "u-1" };

export const STOPPED: UnsubscribeResponse = { emailEnabled: false, undo: "u-1" };
export const STOP_UNDONE: UnsubscribeResponse = { emailEnabled: true };
