import type { UseMutationResult } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { ApiError, hasErrorCode } from "../lib/api-error.ts";
import { useLazyPart } from "./use-lazy-part.ts";

type Sent = { challenge?: string | undefined };

/** For calls that may return `challenge_required`. Only the first token after a press (`send`) repeats the call, so it can't loop. */
export function useChallenge<Input extends Sent>(call: UseMutationResult<unknown, Error, Input>) {
  const { mutate, variables, error, submittedAt } = call;
  const { part, load } = useLazyPart(() => import("./turnstile-check.tsx"));
  const waiting = useRef<string | undefined>(undefined);
  const onToken = useCallback(
    (challenge: string) => {
      if (variables && variables.challenge === undefined) mutate({ ...variables, challenge });
      else waiting.current = challenge;
    },
    [mutate, variables],
  );

  function send(input: Omit<Input, "challenge">) {
    const challenge = waiting.current;
    waiting.current = undefined;
    const onError = (refused: Error) => {
      if (hasErrorCode(refused, "challenge_required")) load();
    };
    mutate({ ...input, challenge } as Input, { onError });
  }

  const check = part && error instanceof ApiError && error.code === "challenge_required" && (
    <part.TurnstileCheck key={submittedAt} error={error} onToken={onToken} />
  );
  return { send, check };
}
