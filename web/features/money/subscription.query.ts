import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

const KEY = ["/api/user/subscription"];

/** PayPal is asked again and again only while it has not answered yet. */
const CONFIRMING_EVERY_MS = 4_000;

/** The member's own subscription and payments; `onPaid` is told whenever an answer says that it is paid for. */
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

/** Everything that tells of the membership is read again, whatever the answer was: PayPal may have done it all the same. */
export function useCancelSubscription() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => read(api.user.subscription.cancel.$post({ json: reason === "" ? {} : { reason } })),
    onSettled: () =>
      Promise.all([KEY, ["/api/user/profile"]].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
