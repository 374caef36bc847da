import { type LucideIcon, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { Button, Spinner } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";

const PANEL = "grid animate-fade justify-items-center gap-4 py-14 text-center";

export function GiftLoading({ children }: { children: string }) {
  return (
    <p role="status" className={`${PANEL} text-muted`}>
      <Spinner className="size-9 text-bolt" />
      {children}
    </p>
  );
}

/** The heading of what a gift's link shows in the place of all else on /gift, and with it the page's name. */
export function PageTitle({ name, className, children }: { name?: string; className: string; children: string }) {
  useDocumentTitle(name ?? children);
  return <h1 className={className}>{children}</h1>;
}

type TitleProps = { isPage: boolean; className: string; children: string };

function Title({ isPage, className, children }: TitleProps) {
  return isPage ? <PageTitle className={className}>{children}</PageTitle> : <p className={className}>{children}</p>;
}

type GiftStateProps = {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** It came in the place of a longer form, whose end is looked at: it has to come into view. */
  isArrival?: boolean;
  /** There is nothing else on the page. */
  isPage?: boolean;
  children?: ReactNode;
};

/** A gift that is in no state to go on with, or that is done: what that means, and the way on. */
export function GiftState({ icon: Icon, title, text, isArrival = false, isPage = false, children }: GiftStateProps) {
  return (
    <div role="status" ref={isArrival ? focusOnArrival : null} tabIndex={-1} className={`${PANEL} focus:outline-none`}>
      <Icon aria-hidden="true" className="size-10 text-bolt" />
      <Title isPage={isPage} className="max-w-lg text-balance font-extrabold text-2xl semi-wide">
        {title}
      </Title>
      <div className="max-w-md text-muted leading-relaxed">{text}</div>
      {children}
    </div>
  );
}

type GiftFailureProps = {
  title: string;
  detail: string;
  retry: { refetch: () => unknown; isFetching: boolean };
  isPage?: boolean;
};

export function GiftFailure({ title, detail, retry, isPage = false }: GiftFailureProps) {
  return (
    <div role="alert" className={PANEL}>
      <TriangleAlert aria-hidden="true" className="size-8 text-warn" />
      <Title isPage={isPage} className="font-bold text-lg semi-wide">
        {title}
      </Title>
      <p className="max-w-md text-muted text-sm">{detail}</p>
      <Button variant="secondary" onClick={() => retry.refetch()} isBusy={retry.isFetching}>
        {!retry.isFetching && <RotateCw aria-hidden="true" className="size-4" />}
        Try again
      </Button>
    </div>
  );
}
