import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** A new page begins at its top, for the eye and for the keyboard; going back leaves the position to the browser. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
    if (type !== "POP") window.scrollTo(0, 0);
  }, [pathname, type]);
  return null;
}
