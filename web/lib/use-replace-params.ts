import { useCallback } from "react";
import { type URLSearchParamsInit, useLocation, useSearchParams } from "react-router";

/**
 * Replaces the query of the page on screen, without a new entry in the history. A page that is being left changes nothing: the address
 * is already that of the next page, whose code is on its way.
 */
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
