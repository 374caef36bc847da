import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type FfmpegInput = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Runs ffmpeg and answers what it wrote to stderr, which is where its measurements appear. Throws on failure. */
export async function ffmpeg(args: readonly string[], input: FfmpegInput = []): Promise<string> {
  const child = spawn("ffmpeg", ["-hide_banner", "-nostats", "-y", ...args], { stdio: ["pipe", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const finished = new Promise<void>((resolve, reject) => {
    child.on("error", (cause) => reject(new Error(startFailure(cause), { cause })));
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg failed (${code}):\n${stderr}`))));
  });
  // A failed start or encode breaks the pipe; `finished` carries the reason, so the pipe's own error is dropped.
  const fed = pipeline(Readable.from(input), child.stdin).catch(() => undefined);
  await Promise.all([finished, fed]);
  return stderr;
}

function startFailure(cause: Error): string {
  const missing = "code" in cause && cause.code === "ENOENT";
  return missing
    ? "ffmpeg is not on PATH. Install it (Debian: apt install ffmpeg, macOS: brew install ffmpeg) and run this again. " +
        "Only remaking the seed media needs it; their files are committed."
    : `ffmpeg could not be started: ${cause.message}`;
}
