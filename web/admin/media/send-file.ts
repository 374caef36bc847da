import { BlobSource } from "mediabunny";
import { type DetailedError, defaultOptions, type HttpResponse, Upload } from "tus-js-client";
import type { Medium } from "#domain/contract/media.ts";
import { inspectMedia } from "#domain/media-file.ts";
import { UPLOAD_PART_BYTES, uploadContentType } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminApi, adminCredential, refuseAdminPassword } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, isRefusal } from "../../lib/api-error.ts";
import { TransferRate } from "./transfer-rate.ts";

export type Sending =
  | { step: "checking" }
  | { step: "sending"; sent: number; total: number; bytesPerSecond: number | null }
  /** The connection is lost; it goes on by itself when it is back, or when asked to. */
  | { step: "waiting"; stored: number; total: number }
  | { step: "completing" }
  | { step: "failed"; message: string; canRetry: boolean }
  | { step: "done"; medium: Medium };

const BROKEN =
  "This file cannot be played in every browser. Save it as MP3 or M4A (AAC), a video as MP4 (H.264), and choose it again.";
const UNREACHED = "The server could not be reached.";

/** Seconds, or null for what has none. @throws ApiError of status 400 for a file that members could not play */
async function durationOf(kind: MediumKind, file: File): Promise<number | null> {
  if (kind === "captions" || kind === "artwork") return null;
  const facts = await inspectMedia(new BlobSource(file)).catch(() => null);
  if (facts?.contentType !== uploadContentType(kind, file.name)) throw new ApiError(400, BROKEN, null);
  return facts?.durationSeconds ?? null;
}

/** The words of an answer; none of what another server says on the way. */
function wordsOf(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === "object" && answer !== null && "error" in answer ? String(answer.error) : UNREACHED;
  } catch {
    return UNREACHED;
  }
}

function errorOf(answer: HttpResponse): ApiError {
  return new ApiError(answer.getStatus(), wordsOf(answer.getBody()), null);
}

/** What the server said to a call of the tus client; null where it said nothing. */
function answerIn(error: Error | DetailedError): ApiError | null {
  if (!("originalResponse" in error)) return null;
  if (error.originalResponse) return errorOf(error.originalResponse);
  return error.causingError instanceof ApiError ? error.causingError : null;
}

/** That the server has no such upload, or has ended it. */
const IS_GONE = [404, 410];

type FileToSend = { kind: MediumKind; file: File; onChange: (state: Sending) => void };

/**
 * Sends a file in parts (tus 1.0.0), from where an earlier attempt with the same file stopped, and makes a medium of it. A lost
 * connection is waited for; `resume` goes on at once, `cancel` has the server forget what it has.
 */
export function sendFile({ kind, file, onChange: tell }: FileToSend) {
  const total = file.size;
  const rate = new TransferRate();
  let stored = 0;
  let sentPassword = "";
  let durationSeconds: number | null = null;
  let isWaiting = false;
  let hasArrived = false;
  let isCancelled = false;

  /** Whoever has cancelled it hears no more of it. */
  function onChange(state: Sending) {
    if (!isCancelled) tell(state);
  }

  function fail(error: unknown) {
    const isLoggedOut = error instanceof ApiError && error.status === 401;
    if (isLoggedOut) refuseAdminPassword(sentPassword);
    const canRetry = !isRefusal(error) || isLoggedOut;
    onChange({ step: "failed", message: error instanceof ApiError ? error.serverText : UNREACHED, canRetry });
  }

  async function complete() {
    hasArrived = true;
    onChange({ step: "completing" });
    try {
      const id = upload.url?.split("/").at(-1) ?? "";
      const call = adminApi.admin.uploads[":id"].complete.$post({ param: { id }, json: { durationSeconds } });
      const medium = await read(call);
      window.removeEventListener("online", onOnline);
      await forget();
      onChange({ step: "done", medium });
    } catch (error) {
      fail(error);
    }
  }

  const upload = new Upload(file, {
    endpoint: "/api/admin/uploads",
    chunkSize: UPLOAD_PART_BYTES,
    metadata: { filename: file.name, kind },
    // The same file for another purpose is another upload.
    fingerprint: async () => ["daybolt", kind, file.name, file.size, file.lastModified].join("-"),
    retryDelays: [0, 1000, 3000, 5000, 10_000],
    onBeforeRequest(request) {
      // The client's own start, once under way, takes an abort back, too. The server is still told.
      if (isCancelled && request.getMethod() !== "DELETE") throw new Error("The upload is cancelled.");
      const { header, value } = adminCredential();
      sentPassword = value;
      request.setHeader(header, value);
    },
    onAfterResponse(request, answer) {
      stored = Number(answer.getHeader("upload-offset") ?? stored);
      const status = answer.getStatus();
      // Left to itself, the client begins anew whenever it is not told how far it is.
      if (request.getMethod() === "HEAD" && status >= 400 && !IS_GONE.includes(status)) throw errorOf(answer);
    },
    onShouldRetry(error) {
      const answer = answerIn(error);
      return !isCancelled && navigator.onLine && (answer === null || !isRefusal(answer) || answer.status === 409);
    },
    onProgress(sent) {
      onChange({ step: "sending", sent, total, bytesPerSecond: rate.add({ at: Date.now(), sent }) });
    },
    onSuccess: () => void complete(),
    onError(error) {
      const answer = answerIn(error);
      if (answer !== null && isRefusal(answer)) return fail(answer);
      isWaiting = true;
      onChange({ step: "waiting", stored, total });
    },
  });

  /** Only once there is a medium: until then a reload goes on with what has arrived. */
  async function forget() {
    const kept = await upload.findPreviousUploads();
    for (const { urlStorageKey } of kept) await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }

  async function begin() {
    onChange({ step: "checking" });
    try {
      durationSeconds = await durationOf(kind, file);
      const [earlier] = await upload.findPreviousUploads();
      // Starting takes an earlier abort back.
      if (isCancelled) return;
      if (earlier) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    } catch (error) {
      fail(error);
    }
  }

  function resume() {
    if (isCancelled) return;
    if (hasArrived) return void complete();
    if (!isWaiting) return void begin();
    isWaiting = false;
    upload.start();
  }

  const onOnline = () => {
    if (isWaiting) resume();
  };
  window.addEventListener("online", onOnline);
  // Not before the caller has what it shows beside the first state.
  queueMicrotask(() => void begin());
  return {
    resume,
    async cancel() {
      isCancelled = true;
      window.removeEventListener("online", onOnline);
      await upload.abort(true).catch(() => undefined);
    },
  };
}
