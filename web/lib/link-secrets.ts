import { useState } from "react";
import { type Location, useLocation } from "react-router";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { LINK_SECRETS, pageOf } from "#domain/paths.ts";

type Secrets = Record<string, string>;

/** Kept in this entry of the browser's history, beside the router's own state: through a reload, but in no address. */
export function readLinkSecrets(): Secrets {
  if (typeof window === "undefined") return {};
  return (window.history.state as { link?: Secrets } | null)?.link ?? {};
}

function keep(link: Secrets | undefined, address: string): void {
  window.history.replaceState({ ...window.history.state, link }, "", address);
}

/** Moves what the present page's link carries out of the address. */
export function takeLinkSecrets(): void {
  const address = new URL(window.location.href);
  const page = pageOf(address.pathname);
  const names = (page && LINK_SECRETS[page.name]) ?? [];
  const given = names.flatMap((name) => {
    const value = address.searchParams.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  if (given.length === 0) return;
  for (const [name] of given) address.searchParams.delete(name);
  keep(Object.fromEntries(given), address.href);
}

/** A page that was left has no secrets anymore when someone returns to it. Returns whether it had. */
export function forgetLinkSecrets(): boolean {
  const hadSome = Object.keys(readLinkSecrets()).length > 0;
  if (hadSome) keep(undefined, window.location.href);
  return hadSome;
}

/** Must run before the router listens, which then reads what's left. */
export function holdLinkSecrets(): void {
  const [entry] = performance.getEntriesByType("navigation");
  if ((entry as PerformanceNavigationTiming | undefined)?.type === "back_forward") forgetLinkSecrets();
  takeLinkSecrets();
  window.addEventListener("popstate", forgetLinkSecrets);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && forgetLinkSecrets()) window.location.reload();
  });
}

/** A link's parameters, wherever they are. */
export function linkParams(search: string, link = readLinkSecrets()): URLSearchParams {
  return new URLSearchParams({ ...link, ...Object.fromEntries(new URLSearchParams(search)) });
}

/** A page keeps what it opened with until it's left. */
export function useLinkParams(): URLSearchParams {
  const { search } = useLocation();
  const [opened] = useState(readLinkSecrets);
  return linkParams(search, opened);
}

/** An address to come back to after a login, with what the link carries. */
export function linkAddress({ pathname, search, hash }: Location): string {
  const params = linkParams(search);
  return `${pathname}${params.size > 0 ? `?${params}` : ""}${hash}`;
}

/** Which of our links opened the present page, if one did. */
export function openedBy(): SaveProgressRequest["openedBy"] {
  const params = linkParams(window.location.search);
  if (params.get("from") === "notification") return "notification";
  return params.has("key") ? "email" : undefined;
}
