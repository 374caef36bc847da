/** A file, wherever its bytes are. `read` returns those from `from` up to `to`. */
export type Bytes = { size: number; read: (from: number, to: number) => Promise<Uint8Array> };

/** Bytes read at once: few calls for a large file, and little memory. */
const WINDOW = 4 * 1024 * 1024;
/** No frame of layer III is longer. */
const LONGEST_FRAME = 1441;

const KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_OF_LOW_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];

/** `version`: 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5. */
type Frame = { bytes: number; samples: number; rate: number; version: number; isMono: boolean };

/** The frame of layer III that begins at `at`, or null. */
function frameAt(bytes: Uint8Array, at: number): Frame | null {
  const [, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  if (bytes[at] !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const version = (second >> 3) & 3;
  const kbps = (version === 3 ? KBPS : KBPS_OF_LOW_RATES)[third >> 4];
  const baseRate = RATES[(third >> 2) & 3];
  if (version === 1 || !kbps || !baseRate) return null;
  const rate = baseRate >> (3 - version === 3 ? 2 : 3 - version);
  const samples = version === 3 ? 1152 : 576;
  const length = Math.floor((samples * kbps * 125) / rate) + ((third >> 1) & 1);
  return { bytes: length, samples, rate, version, isMono: fourth >> 6 === 3 };
}

/** Where the tags before the sound end (ID3v2, whose sizes have 7 bits a byte). */
export async function endOfTags(file: Bytes): Promise<number> {
  let at = 0;
  while (at + 10 <= file.size) {
    const [i, d, three, , , , a = 0, b = 0, c = 0, e = 0] = await file.read(at, at + 10);
    if (i !== 0x49 || d !== 0x44 || three !== 0x33) break;
    at += 10 + a * 2 ** 21 + b * 2 ** 14 + c * 2 ** 7 + e;
  }
  return at;
}

/** What an encoder's first frame promises instead of sound: frames and bytes, each null if it doesn't say; null without such a header. */
function promiseIn(
  bytes: Uint8Array,
  { version, isMono }: Frame,
): { frames: number | null; bytes: number | null } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wordAt = (at: number) => (at + 4 <= bytes.length ? view.getUint32(at) : 0);
  const tagAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (tagAt(36) === "VBRI") return { bytes: wordAt(46), frames: wordAt(50) };
  const at = version === 3 ? (isMono ? 21 : 36) : isMono ? 13 : 21;
  if (!["Xing", "Info"].includes(tagAt(at))) return null;
  const flags = wordAt(at + 4);
  const frames = flags & 1 ? wordAt(at + 8) : null;
  return { frames, bytes: flags & 2 ? wordAt(at + (frames === null ? 8 : 12)) : null };
}

/** Seconds of sound: in all frames that are there, and as the header promises (null without one). */
export type Mp3 = { seconds: number; promisedSeconds: number | null };

/** Walks all frames of an MP3 from the end of its tags, a window at a time. Null if it has none. */
export async function readMp3(file: Bytes, start: number): Promise<Mp3 | null> {
  let [at, from] = [start, start];
  let bytes: Uint8Array = new Uint8Array();
  let first: Frame | null = null;
  let promised: ReturnType<typeof promiseIn> = null;
  let frames = 0;
  /** After anything but a frame, the next one counts only if another follows it. */
  let isInStep = false;
  while (at + 4 <= file.size) {
    if (at + 2 * LONGEST_FRAME > from + bytes.length && from + bytes.length < file.size) {
      bytes = await file.read(at, Math.min(at + WINDOW, file.size));
      from = at;
    }
    const here = at - from;
    const frame = frameAt(bytes, here);
    const isOfThis = frame !== null && (!first || (frame.rate === first.rate && frame.version === first.version));
    if (!isOfThis || !(isInStep || frameAt(bytes, here + frame.bytes))) {
      const next = bytes.indexOf(0xff, here + 1);
      at = next < 0 ? from + bytes.length : from + next;
      isInStep = false;
    } else {
      if (at + frame.bytes > file.size) break;
      if (first === null) promised = promiseIn(bytes.subarray(here, here + frame.bytes), frame);
      if (first !== null || promised === null) frames += 1;
      first ??= frame;
      at += frame.bytes;
      isInStep = true;
    }
  }
  if (first === null) return null;
  const secondsOf = (count: number) => (count * first.samples) / first.rate;
  const seconds = secondsOf(frames);
  if (promised?.frames) return { seconds, promisedSeconds: secondsOf(promised.frames) };
  return { seconds, promisedSeconds: promised?.bytes ? (seconds * promised.bytes) / (file.size - start) : null };
}
