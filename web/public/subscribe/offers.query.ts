import { useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { dropAuthToken, readAuthToken } from "../../lib/auth-token.ts";

async function readOffers() {
  try {
    return await read(api.checkout.$get());
  } catch (error) {
    // If the session has ended, the member becomes a visitor, who can also buy.
    if (!hasErrorCode(error, "unauthorized") || readAuthToken() === null) throw error;
    dropAuthToken();
    return read(api.checkout.$get());
  }
}

export function useOffers() {
  return useQuery({ queryKey: ["/api/checkout"], queryFn: readOffers });
}
