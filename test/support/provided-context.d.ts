import "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the sandbox of this test run listens. */
    sandboxUrl: string;
  }
}
