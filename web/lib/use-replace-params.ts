import { useCallback } from "react";
import { type URLSearchParamsInit, useLocation, useSearchParams } from "react-router";

/** Replaces the query without a new entry in the history. A page that is being left changes nothing: the address is the next page's. */
export function useReplaceParams(): (params: URLSearchParamsInit) => void {
  const { pathname } = useLocation();
  const [, setParams] = useSearchParams();
  return useCallback(
    (params) => {
      if (window.location.pathname === pathname) setParams(params, { replace: true });
    },
    [pathname, setParams],
  );
}
