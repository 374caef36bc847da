import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

const morningsQuery = queryOptions({
  queryKey: ["/api/user/mornings"],
  queryFn: () => read(api.user.mornings.$get()),
});

export function useMornings() {
  return useQuery(morningsQuery);
}

export function useSendTestMail() {
  return useMutation({ mutationFn: () => read(api.user["test-mail"].$post()) });
}
