import { QueryClientProvider, type UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { SupportLink } from "../brand/page-shell.tsx";
import { errorDetail } from "../lib/api-error.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { surviveTranslation } from "../lib/translated-page.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { focusOnArrival } from "../ui/focus-on-arrival.ts";
import { StatePanel } from "../ui/state-panel.tsx";

const queryClient = createQueryClient();
let root: Root | undefined;

/** Renders, or rerenders, the React part of a static page. A page has only one. */
export function renderIsland(place: Element, content: ReactNode): void {
  if (!root) {
    surviveTranslation();
    root = createRoot(place);
  }
  root.render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>);
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
    <div
      role="status"
      ref={isArrival ? focusOnArrival : null}
      tabIndex={-1}
      className="grid animate-fade justify-items-center gap-4 py-14 text-center focus:outline-none"
    >
      <Icon className="size-10 text-bolt" />
      <Title className="max-w-lg text-balance font-extrabold text-2xl semi-wide">{title}</Title>
      <div className="max-w-md text-muted leading-relaxed">{text}</div>
      {children}
    </div>
  );
}

export const SUPPORT = <SupportLink className="wrap-anywhere underline" />;

/** In place of a gift's page, whose heading it has. */
export function GiftFailure({ query }: { query: UseQueryResult }) {
  const title = "Your gift didn't load";
  return (
    <>
      <PageTitle className="sr-only">{title}</PageTitle>
      <StatePanel kind="error" title={title} detail={errorDetail(query.error)} retry={query} />
    </>
  );
}
