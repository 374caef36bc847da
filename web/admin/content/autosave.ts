type SavePhase = "idle" | "unsaved" | "saving" | "saved" | "failed";
export type SaveState = { phase: SavePhase; error: unknown };

/** Collects edits and saves them one call at a time. What a failed call carried is kept, under whatever was typed since. */
export function createAutosave<Change extends object>(
  save: (change: Partial<Change>) => Promise<unknown>,
  pauseMs = 800,
) {
  let pending: Partial<Change> = {};
  let sending: Partial<Change> = {};
  let state: SaveState = { phase: "idle", error: null };
  let inFlight: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const hasPending = () => Object.keys(pending).length > 0;

  function show(phase: SavePhase, error: unknown = null): void {
    state = { phase, error };
    for (const listener of listeners) listener();
  }

  async function send(): Promise<void> {
    sending = pending;
    pending = {};
    show("saving");
    try {
      await save(sending);
      sending = {};
      show(hasPending() ? "unsaved" : "saved");
    } catch (error) {
      pending = { ...sending, ...pending };
      sending = {};
      // Nothing is left of it where it was discarded meanwhile.
      if (hasPending()) show("failed", error);
      else show("idle");
    }
  }

  /** Saves at once what is open. @returns whether nothing is left unsaved */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (inFlight) {
      await inFlight;
      if (state.phase === "failed") return false;
    }
    if (!hasPending()) return true;
    // Two callers may have waited for the same call; the second one joins what the first has started.
    inFlight ??= send().finally(() => {
      inFlight = null;
    });
    return flush();
  }

  return {
    /** Takes over changed fields and saves them when no further one comes for a while; undefined takes a field back. */
    edit(change: Partial<Change>): void {
      const merged = Object.entries({ ...pending, ...change }).filter(([, value]) => value !== undefined);
      pending = Object.fromEntries(merged) as Partial<Change>;
      clearTimeout(timer);
      if (state.phase !== "saving") show(hasPending() ? "unsaved" : "idle");
      if (hasPending()) timer = setTimeout(flush, pauseMs);
    },
    flush,
    discard(): void {
      clearTimeout(timer);
      pending = {};
      sending = {};
      show("idle");
    },
    /** What is not saved yet, a call under way included. */
    pending: (): Partial<Change> => ({ ...sending, ...pending }),
    state: (): SaveState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
