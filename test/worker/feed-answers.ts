import { env } from "cloudflare:workers";
import type * as z from "zod";
import { okResponse } from "#domain/contract/account.ts";
import { feedsResponse, newFeedResponse } from "#domain/contract/feed.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { sign } from "#worker/kernel/links/signing-keys.ts";
import { createMember, rowsOf, tokenFor } from "./factories.ts";
import { addFeed } from "./feeds.ts";
import type { RequestOptions } from "./request.ts";

type Answer = { schema: z.ZodType; call: () => Promise<RequestOptions & { path?: string }> };

/** Successful responses of the podcast feeds' routes, for the test of all responses. */
export const FEED_ANSWERS: Record<string, Answer> = {
  "GET /api/user/feeds": {
    schema: feedsResponse.refine(({ feeds }) => feeds.length === 1),
    call: async () => {
      const member = await createMember();
      await addFeed(member);
      return { token: await tokenFor(member) };
    },
  },
  "POST /api/user/feeds": {
    schema: newFeedResponse,
    call: async () => ({ token: await tokenFor(await createMember()), json: { name: "iPhone" } }),
  },
  "DELETE /api/user/feeds/:id": {
    schema: okResponse,
    call: async () => {
      const member = await createMember();
      const { feed } = await addFeed(member);
      return { token: await tokenFor(member), path: `/api/user/feeds/${feed.id}` };
    },
  },
  "POST /api/episodes/done": {
    schema: okResponse,
    call: async () => {
      const { feed } = await addFeed(await createMember());
      const [row] = await rowsOf("select id from content where date = ?", dayAhead(0));
      const item = String(row?.id);
      return { json: { feed: feed.id, item, key: sign(readConfig(env), "episode-done", `${feed.id}:${item}`) } };
    },
  },
};
