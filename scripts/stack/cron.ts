const MINUTE_MS = 60_000;

/** Fires the Worker's cron at an instant (epoch ms): workerd never does so by itself. */
export async function tick(appUrl: string, at: number): Promise<void> {
  const response = await fetch(`${appUrl}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${at}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(`The tick failed with ${response.status}: ${answer.slice(0, 200)}`);
}

/** Ticks now and at each full minute, one tick at a time. Answers the function that stops it. */
export function startCron(appUrl: string, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const beat = async () => {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    await tick(appUrl, minute).catch((error) => isStopped || onError(error));
    if (!isStopped) timer = setTimeout(beat, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  void beat();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
