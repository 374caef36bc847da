import { request } from "./request.ts";

/** An administrator's array and every page that its answers' `Link` headers lead to. */
export async function linkedPages(path: string): Promise<unknown[][]> {
  const response = await request(path, { admin: true });
  const rows = await response.json<unknown[]>();
  const [, next] = /^<(.+)>; rel="next"$/.exec(response.headers.get("link") ?? "") ?? [];
  return next === undefined ? [rows] : [rows, ...(await linkedPages(next))];
}
