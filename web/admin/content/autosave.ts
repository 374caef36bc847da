type SavePhase = "idle" | "unsaved" | "saving" | "saved" | "failed";
export type SaveState = { phase: SavePhase; error: unknown };

const PAUSE_MS = 800;

/** Collects edits and saves them one request at a time. A failed request's changes stay pending; newer edits win over them. */
export function createAutosave<Change extends object>(
  save: (change: Partial<Change>) => Promise<unknown>,
  onChange = () => {},
) {
  let pending: Partial<Change> = {};
  let sending: Partial<Change> = {};
  let state: SaveState = { phase: "idle", error: null };
  let inFlight: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hasPending = () => Object.keys(pending).length > 0;

  function show(phase: SavePhase, error: unknown = null): void {
    state = { phase, error };
    onChange();
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
      // Nothing is pending if the edits were discarded during the request.
      if (hasPending()) show("failed", error);
      else show("idle");
    }
  }

  /** Saves pending edits immediately. @returns whether everything is saved */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (inFlight) {
      await inFlight;
      if (state.phase === "failed") return false;
    }
    if (!hasPending()) return true;
    // Two callers may have waited for the same request; the second joins the one the first has started.
    inFlight ??= send().finally(() => {
      inFlight = null;
    });
    return flush();
  }

  return {
    /** Merges changed fields and saves them after a pause in typing; undefined withdraws a field's change. */
    edit(change: Partial<Change>): void {
      const merged = Object.entries({ ...pending, ...change }).filter(([, value]) => value !== undefined);
      pending = Object.fromEntries(merged) as Partial<Change>;
      clearTimeout(timer);
      if (state.phase !== "saving") show(hasPending() ? "unsaved" : "idle");
      if (hasPending()) timer = setTimeout(flush, PAUSE_MS);
    },
    flush,
    discard(): void {
      clearTimeout(timer);
      pending = {};
      sending = {};
      show("idle");
    },
    pending: (): Partial<Change> => ({ ...sending, ...pending }),
    state: (): SaveState => state,
  };
}
