/** Returns a function that begins work once fewer than `most` of its earlier works are running. */
export function limitTo(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Hands its place over, so that no one else takes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
