import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from "@tanstack/react-query";
import { readAuthToken } from "../lib/auth-token.ts";

let answers: typeof import("./offline-answers.ts") | null = null;

async function loadAnswers() {
  answers = await import("./offline-answers.ts");
  return answers;
}

/** Stores answers where a service worker can open a page to read them in. If the network fails, and only then, a query without data gets the stored one. */
export async function fetchOrRestore<Answer, Key extends QueryKey>(
  queryFn: QueryFunction<Answer, Key, never>,
  context: QueryFunctionContext<Key, never>,
  query: Query,
): Promise<Answer> {
  const token = readAuthToken();
  try {
    const answer = await queryFn(context);
    answers?.endOffline();
    if (token !== null)
      void navigator.serviceWorker?.ready
        .then(loadAnswers)
        .then(({ keepAnswer }) => keepAnswer(token, query, answer))
        .catch(() => undefined);
    return answer;
  } catch (error) {
    // A TypeError is what fetch throws without a network. An answer with an error status is the server's word.
    if (token === null || !(error instanceof TypeError) || query.state.data !== undefined) throw error;
    return (await loadAnswers()).restoreAnswer(token, query, context.client, error) as Answer;
  }
}
