import { clsx } from "clsx";
import { type LucideIcon, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type StatePanelProps = {
  kind: "loading" | "error" | "empty";
  title: string;
  detail?: ReactNode;
  retry?: { refetch: () => unknown; isFetching: boolean };
  icon?: LucideIcon;
  /** Fills the screen, so the rest of the page doesn't jump when the content arrives. */
  isWholePage?: boolean;
  children?: ReactNode;
};

const ROLES = { loading: "status", error: "alert", empty: undefined } as const;

const LOOKS = {
  loading: "content-start text-muted",
  error: "mx-auto w-full max-w-2xl rounded-card border border-line bg-panel px-6 py-10",
  empty: "place-content-center",
} as const;

const HEIGHTS = {
  loading: { part: "py-16", page: "min-h-dvh pt-[22dvh]" },
  error: { part: "", page: "" },
  empty: { part: "py-10", page: "min-h-[50dvh]" },
} as const;

export function StatePanel(props: StatePanelProps) {
  const { kind, title, detail, retry, icon: Icon, isWholePage = false, children } = props;
  return (
    <div
      role={ROLES[kind]}
      className={clsx(
        "grid justify-items-center gap-4 text-center",
        LOOKS[kind],
        HEIGHTS[kind][isWholePage ? "page" : "part"],
      )}
    >
      {kind === "loading" && <LoadingBolt />}
      {kind === "error" && <TriangleAlert className="size-8 text-warn" />}
      {Icon && <Icon className="size-10 text-muted" />}
      <div className="grid max-w-full gap-1.5">
        <Title kind={kind} isWholePage={isWholePage}>
          {title}
        </Title>
        {detail && <div className="text-balance break-words text-sm text-muted">{detail}</div>}
      </div>
      {retry && (
        <Button icon={RotateCw} variant="secondary" onClick={() => retry.refetch()} isBusy={retry.isFetching}>
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}

/** Same as in the app's document before any script has loaded (web/app/index.html). */
function LoadingBolt() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-12 animate-pulse fill-bolt">
      <path d="M13 2 4 14h7l-1 8 10-13h-7z" />
    </svg>
  );
}

function Title({ kind, isWholePage, children }: { kind: string; isWholePage: boolean; children: string }) {
  if (kind === "empty" && isWholePage) return <h2 className="text-2xl">{children}</h2>;
  return <p className={kind === "error" ? "text-balance font-bold text-lg semi-wide" : "text-sm"}>{children}</p>;
}
