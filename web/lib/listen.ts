type Listener = (event: Event) => unknown;

export function listen(target: EventTarget, listeners: Record<string, Listener>, isCapturing = false): () => void {
  const listening = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    target.addEventListener(name, listener, { capture: isCapturing, signal: listening.signal });
  return () => listening.abort();
}
