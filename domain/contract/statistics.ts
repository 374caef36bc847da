import * as z from "zod";
import { instant, subscriptionStatus, subscriptionType } from "./fields.ts";
import { shownStatus } from "./member-list.ts";

export const adminStats = z.object({
  totalUsers: z.int(),
  activeSubscribers: z.int(),
  contentStats: z.object({ publishedDays: z.int() }),
  recentUsers: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      subscriptionType: subscriptionType.nullable(),
      subscriptionStatus: subscriptionStatus.nullable(),
      ...shownStatus,
      createdAt: instant,
    }),
  ),
});
export type AdminStats = z.infer<typeof adminStats>;
