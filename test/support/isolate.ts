type Answer = { id?: number; result?: Record<string, unknown> };
type ProfileNode = {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  hitCount?: number;
};

/** The Worker's own isolate; D1, queues, and R2 have others in the same process. */
const TARGET = "core:user:bench";
const SAMPLE_EVERY_US = 500;
const SHOWN = 15;

/** Sends commands to the isolate's inspector, which accepts one client at a time. */
async function connect(inspectorUrl: URL) {
  const list = await fetch(new URL("/json/list", inspectorUrl.href.replace(/^ws/, "http")));
  const targets = (await list.json()) as { id: string; webSocketDebuggerUrl: string }[];
  const target = targets.find(({ id }) => id === TARGET);
  if (!target) throw new Error(`The local runtime has no isolate ${TARGET}.`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id = 0, result = {} } = JSON.parse(String(data)) as Answer;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let last = 0;
  const ask = (method: string, params = {}) =>
    new Promise<Record<string, unknown>>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { ask, close: () => socket.close() };
}

/** How long the isolate computed, and where: lines of "share of samples, function:line of the bundle". */
function summed({ nodes }: { nodes: ProfileNode[] }): string[] {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of nodes) {
    const { functionName, lineNumber } = callFrame;
    const name = `${functionName || "(anonymous)"}${lineNumber > 0 ? `:${lineNumber + 1}` : ""}`;
    if (!/^\((idle|root)\)/.test(name)) hits.set(name, (hits.get(name) ?? 0) + hitCount);
  }
  const all = [...hits.values()].reduce((sum, count) => sum + count, 0);
  const most = [...hits].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN);
  const share = (count: number) => `${((count / all) * 100).toFixed(1).padStart(5)} %`;
  return [
    `${Math.round((all * SAMPLE_EVERY_US) / 1000)} ms in the Worker's own isolate`,
    ...most.map(([name, count]) => `${share(count)}  ${name}`),
  ];
}

type Watched = { profiles?: boolean; clears?: boolean };

/**
 * Watches the Worker's isolate until stopped: its peak heap (MB) and, if requested, a profile. A heap keeps garbage
 * until memory is short; `clears` collects it before each sample and shows what's in use, but slows the Worker.
 */
export async function watchIsolate(inspectorUrl: URL, { profiles = false, clears = false }: Watched) {
  const { ask, close } = await connect(inspectorUrl);
  if (profiles) {
    await ask("Profiler.enable");
    await ask("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });
    await ask("Profiler.start");
  }
  let heapMb = 0;
  const timer = setInterval(async () => {
    if (clears) await ask("HeapProfiler.collectGarbage");
    const { usedSize } = await ask("Runtime.getHeapUsage");
    heapMb = Math.max(heapMb, Number(usedSize) / 1e6);
  }, 100);
  return async (): Promise<{ heapMb: number; profile: string[] }> => {
    clearInterval(timer);
    const { profile } = profiles ? await ask("Profiler.stop") : {};
    close();
    return { heapMb, profile: profile ? summed(profile as { nodes: ProfileNode[] }) : [] };
  };
}

export async function profileOf(inspectorUrl: URL, work: () => Promise<unknown>): Promise<string[]> {
  const stopWatching = await watchIsolate(inspectorUrl, { profiles: true });
  await work();
  return (await stopWatching()).profile;
}
