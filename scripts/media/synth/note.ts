/** One sounding event. `at` counts samples; `bright` moves a filter by octaves; `pan` is -1 to 1. */
export type Note = {
  at: number;
  seconds: number;
  midi: number;
  gain: number;
  pan?: number;
  bright?: number;
};
