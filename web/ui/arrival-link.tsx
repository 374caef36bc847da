import { useEffect, useRef } from "react";
import { Link, type LinkProps } from "react-router";

/** A link that takes the focus when it appears. The router calls a ref on every render, so `focusOnArrival` would take it again. */
export function ArrivalLink(props: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return <Link {...props} ref={link} />;
}
