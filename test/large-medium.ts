import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exitWith, PlainError } from "../scripts/stack/run-tool.ts";
import { type BenchWorker, bundle, startWorker } from "./support/bench-worker.ts";
import { watchIsolate } from "./support/isolate.ts";

const MB = 1024 * 1024;
const PART_BYTES = 64 * MB;
const RANGE_BYTES = 8 * MB;
const RANGES = 24;
/** Limit of the Worker's heap while a medium of any size passes through it. */
const MOST_HEAP_MB = 48;
const KEY = "large.mp4";
/** Read by the second client; small enough to be read many times. */
const CLIP = { key: "clip.mp4", bytes: 6 * MB + 123 };

const { values } = parseArgs({ options: { megabytes: { type: "string", default: "2048" } } });
const size = Math.ceil((Number(values.megabytes) * MB) / PART_BYTES) * PART_BYTES;

/** The medium repeats one part over and over, with a number in each copy. */
const part = randomBytes(PART_BYTES);
function partOf(index: number): Buffer {
  part.writeUInt32BE(index, 0);
  return part;
}

async function store({ bucket }: BenchWorker, clip: Buffer): Promise<void> {
  const httpMetadata = { contentType: "video/mp4" };
  await bucket.put(`public/${CLIP.key}`, clip, { httpMetadata });
  const upload = await bucket.createMultipartUpload(`public/${KEY}`, { httpMetadata });
  const parts = [];
  for (let index = 0; index < size / PART_BYTES; index += 1)
    parts.push(await upload.uploadPart(index + 1, partOf(index)));
  await upload.complete(parts);
}

/** Reads a stream to its end without storing it. */
async function lengthOf(response: Response): Promise<number> {
  let length = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) length += chunk.length;
  return length;
}

/** Reads ranges from all over the medium, comparing their bytes, then all of it. */
async function readByRanges({ url }: BenchWorker): Promise<void> {
  const address = new URL(`/media/${KEY}`, url);
  for (let nth = 0; nth < RANGES; nth += 1) {
    const index = Math.floor((nth / RANGES) * (size / PART_BYTES));
    const first = index * PART_BYTES;
    const response = await fetch(address, { headers: { range: `bytes=${first}-${first + RANGE_BYTES - 1}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 206 || !bytes.equals(partOf(index).subarray(0, RANGE_BYTES)))
      throw new PlainError(`The range at ${first} returned ${response.status} with different bytes.`);
  }
  const whole = await fetch(address);
  const length = await lengthOf(whole);
  if (whole.status !== 200 || length !== size)
    throw new PlainError(`The whole has ${length} bytes instead of ${size}.`);
}

const isThere = (command: string) => spawnSync(command, ["-version"], { stdio: "ignore" }).error === undefined;
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Does with curl what a download manager does: a range, a resumed download, and nothing for a complete file. */
function readByCurl(address: string, clip: Buffer): void {
  const folder = mkdtempSync(join(tmpdir(), "daybolt-curl-"));
  const [file, tag] = [join(folder, "clip.mp4"), join(folder, "etag")];
  const curl = (...args: string[]) =>
    execFileSync("curl", ["--silent", "--show-error", ...args, address], { maxBuffer: 64 * MB });
  const is = (what: string, found: string, expected: string) => {
    if (found !== expected) throw new PlainError(`curl: ${what} is ${found} instead of ${expected}.`);
  };
  try {
    is("the end", hashOf(curl("--range", "-1000")), hashOf(clip.subarray(-1000)));
    is("a middle", hashOf(curl("--range", "1000-1999")), hashOf(clip.subarray(1000, 2000)));
    curl("--etag-save", tag, "--output", file);
    is("the whole", hashOf(readFileSync(file)), hashOf(clip));
    truncateSync(file, 2 * MB);
    curl("--continue-at", "-", "--output", file);
    is("a download that was taken up", hashOf(readFileSync(file)), hashOf(clip));
    const status = (...args: string[]) =>
      curl(...args, "--output", "/dev/null", "--write-out", "%{http_code}").toString();
    is("the status of one that is there", status("--etag-compare", tag), "304");
    is("the status after the end", status("--range", `${CLIP.bytes}-`), "416");
    is("the status of several ranges", status("--range", "0-1,5-6"), "200");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  const clip = randomBytes(CLIP.bytes);
  const worker = await startWorker(bundle(), { providerUrl: "http://127.0.0.1:9", rate: 1 });
  try {
    const startedAt = Date.now();
    await store(worker, clip);
    console.log(`stored ${size / MB} MB in ${Math.round((Date.now() - startedAt) / 1000)} s`);
    const readFrom = Date.now();
    const stop = await watchIsolate(worker.inspectorUrl, { profiles: false });
    await readByRanges(worker);
    const { heapMb } = await stop();
    const seconds = Math.round((Date.now() - readFrom) / 1000);
    console.log(
      `read in ${RANGES} ranges and as a whole in ${seconds} s, with at most ${heapMb.toFixed(1)} MB of heap`,
    );
    if (!(heapMb > 0 && heapMb <= MOST_HEAP_MB)) throw new PlainError(`The Worker's heap held ${heapMb} MB.`);
    if (isThere("curl")) {
      readByCurl(new URL(`/media/${CLIP.key}`, worker.url).href, clip);
      console.log("curl reads ranges, resumes a download, and keeps what it has");
    } else console.log("SKIPPED: curl isn't installed, so no second client has read");
  } finally {
    await worker.stop();
  }
} catch (error) {
  exitWith(error);
}
