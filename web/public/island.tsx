import { QueryClientProvider } from "@tanstack/react-query";
import { type LucideIcon, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { SupportLink } from "../brand/page-shell.tsx";
import { errorDetail } from "../lib/api-error.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Button, Spinner } from "../ui/button.tsx";
import { focusOnArrival } from "../ui/focus-on-arrival.ts";

const queryClient = createQueryClient();
let root: Root | undefined;

/** Renders, or rerenders, the React part of a static page. A page has only one. */
export function renderIsland(place: Element, content: ReactNode): void {
  root ??= createRoot(place);
  root.render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>);
}

const PANEL = "grid animate-fade justify-items-center gap-4 py-14 text-center";

export function IslandLoading({ children }: { children: string }) {
  return (
    <p role="status" className={`${PANEL} text-muted`}>
      <Spinner className="size-9 text-bolt" />
      {children}
    </p>
  );
}

/** The heading of content that replaces everything else on a page; it also sets the document title. */
export function PageTitle({ name, className, children }: { name?: string; className: string; children: string }) {
  useDocumentTitle(name ?? children);
  return <h1 className={className}>{children}</h1>;
}

type IslandStateProps = {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** Scrolls into view because it replaces a longer form whose end the reader was looking at. */
  isArrival?: boolean;
  isPage?: boolean;
  children?: ReactNode;
};

export function IslandState({ icon: Icon, title, text, isArrival, isPage, children }: IslandStateProps) {
  const Title = isPage ? PageTitle : "p";
  return (
    <div role="status" ref={isArrival ? focusOnArrival : null} tabIndex={-1} className={`${PANEL} focus:outline-none`}>
      <Icon className="size-10 text-bolt" />
      <Title className="max-w-lg text-balance font-extrabold text-2xl semi-wide">{title}</Title>
      <div className="max-w-md text-muted leading-relaxed">{text}</div>
      {children}
    </div>
  );
}

export const SUPPORT = <SupportLink className="wrap-anywhere underline" />;

type IslandFailureProps = {
  title: string;
  query: { error: unknown; refetch: () => unknown; isFetching: boolean };
  isPage?: boolean;
};

export function IslandFailure({ title, query, isPage }: IslandFailureProps) {
  const Title = isPage ? PageTitle : "p";
  return (
    <div role="alert" className={PANEL}>
      <TriangleAlert className="size-8 text-warn" />
      <Title className="font-bold text-lg semi-wide">{title}</Title>
      <p className="max-w-md text-muted text-sm">{errorDetail(query.error)}</p>
      <Button icon={RotateCw} variant="secondary" onClick={() => query.refetch()} isBusy={query.isFetching}>
        Try again
      </Button>
    </div>
  );
}
