import { useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { dropAuthToken, readAuthToken } from "../../lib/auth-token.ts";

async function readOffers() {
  try {
    return await read(api.checkout.$get());
  } catch (error) {
    // A session that has ended makes its member a visitor, who can buy as well.
    if (!hasErrorCode(error, "unauthorized") || readAuthToken() === null) throw error;
    dropAuthToken();
    return read(api.checkout.$get());
  }
}

/** What can be bought here, and by whom. */
export function useOffers() {
  return useQuery({ queryKey: ["/api/checkout"], queryFn: readOffers });
}
