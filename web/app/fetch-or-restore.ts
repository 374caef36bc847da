import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from "@tanstack/react-query";
import { readAuthToken } from "../lib/auth-token.ts";

const loadAnswers = () => import("./offline-answers.ts");

/** Stores answers where a service worker can open a page to read them in. If the network fails, and only then, a query gets the stored one. */
export async function fetchOrRestore<Answer, Key extends QueryKey>(
  queryFn: QueryFunction<Answer, Key, never>,
  context: QueryFunctionContext<Key, never>,
  query: Query,
): Promise<Answer> {
  const token = readAuthToken();
  try {
    const answer = await queryFn(context);
    const keep = async () => (await loadAnswers()).keepAnswer(token, query, answer);
    if (token !== null) void navigator.serviceWorker?.ready.then(keep).catch(() => undefined);
    return answer;
  } catch (error) {
    // Without a network, fetch throws a TypeError. An answer with an error status is an answer, too.
    if (token === null || !(error instanceof TypeError)) throw error;
    return (await loadAnswers()).restoreAnswer(token, query, context.client, error) as Answer;
  }
}
