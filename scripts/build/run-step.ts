/** Runs one step of the build and says in one line how it went. @throws Error that names the step. */
export async function runStep(name: string, step: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const outcome = await step().catch((cause: unknown) => {
    throw new Error(`The step "${name}" failed.`, { cause });
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`build  ${name.padEnd(9)} ${outcome} (${seconds} s)`);
}
