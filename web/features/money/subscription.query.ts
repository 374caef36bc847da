import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

const KEY = ["/api/user/subscription"];
const CHANGED_BY_CANCELLING = [KEY, ["/api/user/profile"], ["/api/user/privacy"]];

/** PayPal is polled only while it hasn't answered. */
const CONFIRMING_EVERY_MS = 4_000;

/** The member's own subscription and payments; `onPaid` runs whenever an answer shows it's paid. */
export function useMySubscription(onPaid?: () => unknown) {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const mine = await read(api.user.subscription.$get());
      if (mine.subscription?.state === "active") onPaid?.();
      return mine;
    },
    refetchInterval: ({ state }) => (state.data?.subscription?.state === "confirming" ? CONFIRMING_EVERY_MS : false),
  });
}

/** Reloads everything about the membership even after an error, because PayPal may have cancelled anyway. */
export function useCancelSubscription() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => read(api.user.subscription.cancel.$post({ json: reason === "" ? {} : { reason } })),
    onSettled: () => Promise.all(CHANGED_BY_CANCELLING.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
