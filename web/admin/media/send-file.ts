import { type DetailedError, defaultOptions, type HttpRequest, type HttpResponse, Upload } from "tus-js-client";
import type { Medium } from "#domain/contract/media.ts";
import { UPLOAD_PART_BYTES } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminApi, adminCredential, refuseAdminPassword } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, errorDetail, isRefusal } from "../../lib/api-error.ts";
import { requirePlayable } from "./require-playable.ts";
import { TransferRate } from "./transfer-rate.ts";

export type Sending =
  | { step: "checking" }
  | { step: "sending"; sent: number; total: number; bytesPerSecond: number | null }
  /** The connection is lost. The upload resumes when it is back, or on request. */
  | { step: "waiting"; stored: number; total: number }
  | { step: "completing" }
  | { step: "failed"; message: string; canRetry: boolean }
  | { step: "done"; medium: Medium };

const errorOf = (answer: HttpResponse) => ApiError.of(answer.getStatus(), answer.getBody());

function answerIn(error: Error | DetailedError): ApiError | null {
  if (!("originalResponse" in error)) return null;
  if (error.originalResponse) return errorOf(error.originalResponse);
  return error.causingError instanceof ApiError ? error.causingError : null;
}

/** What "done" does with the medium ends the upload: until then, the same file, chosen again, finds it instead of making another. */
type FileToSend = { kind: MediumKind; file: File; onChange: (state: Sending) => unknown };

/** Sends a file in parts (tus 1.0.0) and turns it into a medium. Resumes an earlier attempt and waits out a lost connection. */
export function sendFile(toSend: FileToSend): { resume: () => void; cancel: () => Promise<void> } {
  const sender = new FileSender(toSend);
  // Wait until the caller holds the returned handle: `onChange` uses it from the first state on.
  queueMicrotask(() => sender.resume());
  return { resume: () => sender.resume(), cancel: () => sender.cancel() };
}

class FileSender {
  readonly #toSend: FileToSend;
  readonly #upload: Upload;
  readonly #rate = new TransferRate();
  #stored = 0;
  #sentPassword = "";
  #isWaiting = false;
  #hasArrived = false;
  #isCancelled = false;

  constructor(toSend: FileToSend) {
    const { kind, file } = toSend;
    this.#toSend = toSend;
    this.#upload = new Upload(file, {
      endpoint: "/api/admin/uploads",
      chunkSize: UPLOAD_PART_BYTES,
      metadata: { filename: file.name, kind },
      // The same file for another purpose is a separate upload.
      fingerprint: async () => ["daybolt", kind, file.name, file.size, file.lastModified].join("-"),
      retryDelays: [0, 1000, 3000, 5000, 10_000],
      onBeforeRequest: (request) => this.#sign(request),
      onAfterResponse: (request, answer) => this.#hear(request, answer),
      onShouldRetry: (error) => this.#isWorthRetrying(answerIn(error)),
      onProgress: (sent) => {
        const bytesPerSecond = this.#rate.add({ at: Date.now(), sent });
        this.#report({ step: "sending", sent, total: file.size, bytesPerSecond });
      },
      onSuccess: () => void this.#complete(),
      onError: (error) => this.#stop(answerIn(error)),
    });
    window.addEventListener("online", this.#onOnline);
  }

  readonly #onOnline = () => {
    if (this.#isWaiting) this.resume();
  };

  resume(): void {
    if (this.#isCancelled) return;
    if (this.#hasArrived) void this.#complete();
    else if (this.#isWaiting) {
      this.#isWaiting = false;
      this.#upload.start();
    } else void this.#begin();
  }

  async cancel(): Promise<void> {
    this.#isCancelled = true;
    window.removeEventListener("online", this.#onOnline);
    await this.#upload.abort(true).catch(() => undefined);
  }

  async #begin(): Promise<void> {
    this.#report({ step: "checking" });
    try {
      await requirePlayable(this.#toSend.kind, this.#toSend.file);
      const [earlier] = await this.#upload.findPreviousUploads();
      // `start` would undo an abort.
      if (this.#isCancelled) return;
      if (earlier) this.#upload.resumeFromPreviousUpload(earlier);
      this.#upload.start();
    } catch (error) {
      this.#fail(error);
    }
  }

  #sign(request: HttpRequest): void {
    // The client's own start, once running, undoes an abort too. Only the DELETE may still go out.
    if (this.#isCancelled && request.getMethod() !== "DELETE") throw new Error("Upload cancelled.");
    const { header, value } = adminCredential();
    this.#sentPassword = value;
    request.setHeader(header, value);
  }

  #hear(request: HttpRequest, answer: HttpResponse): void {
    this.#stored = Number(answer.getHeader("upload-offset") ?? this.#stored);
    const status = answer.getStatus();
    const isGone = status === 404 || status === 410;
    // Without its offset, the client would start over; throw instead.
    if (request.getMethod() === "HEAD" && status >= 400 && !isGone) throw errorOf(answer);
  }

  #isWorthRetrying(answer: ApiError | null): boolean {
    return !this.#isCancelled && navigator.onLine && (answer === null || !isRefusal(answer) || answer.status === 409);
  }

  #stop(answer: ApiError | null): void {
    if (answer !== null && isRefusal(answer)) this.#fail(answer);
    else {
      this.#isWaiting = true;
      this.#report({ step: "waiting", stored: this.#stored, total: this.#toSend.file.size });
    }
  }

  async #complete(): Promise<void> {
    this.#hasArrived = true;
    this.#report({ step: "completing" });
    try {
      const param = { id: this.#upload.url?.split("/").at(-1) ?? "" };
      const medium = await read(adminApi.admin.uploads[":id"].complete.$post({ param }));
      await this.#report({ step: "done", medium });
      window.removeEventListener("online", this.#onOnline);
      await this.#forget();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Only once the medium has its place: until then, a reload resumes from what has arrived. */
  async #forget(): Promise<void> {
    const previous = await this.#upload.findPreviousUploads();
    for (const { urlStorageKey } of previous) await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }

  #fail(error: unknown): void {
    const isLoggedOut = error instanceof ApiError && error.status === 401;
    if (isLoggedOut) refuseAdminPassword(this.#sentPassword);
    this.#report({ step: "failed", message: errorDetail(error), canRetry: !isRefusal(error) || isLoggedOut });
  }

  /** A cancelled upload reports nothing more. */
  #report(state: Sending): unknown {
    return this.#isCancelled ? undefined : this.#toSend.onChange(state);
  }
}
