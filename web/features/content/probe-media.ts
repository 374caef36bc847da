export type MediaTrouble = "unauthorized" | "missing" | "unreachable";

/** Why a medium does not play: a media element hides the status of its request, so one byte is asked for again. */
export async function probeMedia(src: string): Promise<MediaTrouble> {
  try {
    const { status } = await fetch(src, { headers: { Range: "bytes=0-0" }, cache: "no-store" });
    if (status === 401 || status === 403) return "unauthorized";
    return status === 404 ? "missing" : "unreachable";
  } catch {
    return "unreachable";
  }
}
