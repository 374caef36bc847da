import { bodyLimit as limitBody } from "hono/body-limit";
import { AppError } from "../errors.ts";

const MAX_BYTES = 64 * 1024;

/** Nothing the API takes is larger; without a limit one body could fill the isolate that others share. */
export const bodyLimit = limitBody({
  maxSize: MAX_BYTES,
  onError: () => {
    throw new AppError("too_large", "The request is too large.");
  },
});
