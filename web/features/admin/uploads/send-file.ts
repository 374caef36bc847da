import { BlobSource } from "mediabunny";
import { type DetailedError, Upload } from "tus-js-client";
import type { Medium } from "#domain/contract/uploads.ts";
import { inspectMedia } from "#domain/media-file.ts";
import { UPLOAD_PART_BYTES, uploadContentType } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminApi, adminCredential } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { ApiError, isRefusal } from "../../../lib/api-error.ts";
import { TransferRate } from "./transfer-rate.ts";

export type Sending =
  | { step: "checking" }
  | { step: "sending"; sent: number; total: number; bytesPerSecond: number | null }
  /** The connection is lost; it goes on by itself when it is back, or when asked to. */
  | { step: "waiting"; sent: number; total: number }
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

/** What the server said to a call of the tus client. */
function refusalOf(error: Error | DetailedError): ApiError | null {
  const answer = "originalResponse" in error ? error.originalResponse : null;
  if (!answer) return null;
  const body: unknown = JSON.parse(answer.getBody() || "{}");
  const text = typeof body === "object" && body !== null && "error" in body ? String(body.error) : "";
  return new ApiError(answer.getStatus(), text || UNREACHED, null);
}

type FileToSend = { kind: MediumKind; file: File; onChange: (state: Sending) => void };

/**
 * Sends a file in parts (tus 1.0.0), from where an earlier attempt with the same file stopped, and makes a medium of it. A lost
 * connection is waited for; `resume` goes on at once, `cancel` has the server forget what it has.
 */
export function sendFile({ kind, file, onChange }: FileToSend) {
  const total = file.size;
  const rate = new TransferRate();
  let sent = 0;
  let durationSeconds: number | null = null;
  let isWaiting = false;
  let hasArrived = false;

  const fail = (error: unknown) => {
    const canRetry = !isRefusal(error) || (error instanceof ApiError && error.status === 401);
    onChange({ step: "failed", message: error instanceof ApiError ? error.serverText : UNREACHED, canRetry });
  };

  async function complete() {
    hasArrived = true;
    onChange({ step: "completing" });
    try {
      const id = upload.url?.split("/").at(-1) ?? "";
      const call = adminApi.admin.uploads[":id"].complete.$post({ param: { id }, json: { durationSeconds } });
      onChange({ step: "done", medium: await read(call) });
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
    removeFingerprintOnSuccess: true,
    onBeforeRequest(request) {
      const { header, value } = adminCredential();
      request.setHeader(header, value);
    },
    onProgress(bytes) {
      sent = bytes;
      onChange({ step: "sending", sent, total, bytesPerSecond: rate.add({ at: Date.now(), sent }) });
    },
    onSuccess: () => void complete(),
    onError(error) {
      const refusal = refusalOf(error);
      if (refusal !== null && isRefusal(refusal)) fail(refusal);
      else {
        isWaiting = true;
        onChange({ step: "waiting", sent, total });
      }
    },
  });

  async function begin() {
    onChange({ step: "checking" });
    try {
      durationSeconds = await durationOf(kind, file);
      const [earlier] = await upload.findPreviousUploads();
      if (earlier) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    } catch (error) {
      fail(error);
    }
  }

  function resume() {
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
      window.removeEventListener("online", onOnline);
      await upload.abort(true).catch(() => undefined);
    },
  };
}
