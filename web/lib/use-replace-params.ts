import { useCallback } from "react";
import { type URLSearchParamsInit, useLocation, useSearchParams } from "react-router";

/** Replaces the query without a new history entry. A page being left changes nothing, because the address is already the next page's. */
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
