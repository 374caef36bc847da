import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { PageShell } from "../../brand/page-shell.tsx";
import { DawnDial } from "../../ui/dawn-dial.tsx";

type AuthFrameProps = { title: string; lead?: ReactNode; children: ReactNode; footer?: ReactNode };

export function AuthFrame({ title, lead, children, footer }: AuthFrameProps) {
  return (
    <PageShell width="narrow" backdrop={<DawnDial />}>
      <div className="grid gap-6 sm:gap-8">
        <header className="grid gap-3">
          <h1 className="wrap-anywhere text-4xl sm:text-5xl short:text-2xl">{title}</h1>
          {lead && <p className="wrap-anywhere text-muted sm:text-lg">{lead}</p>}
        </header>
        {children}
        {/* Ends above the backdrop's arc. */}
        <div className="grid gap-2 border-t border-line pt-5 pb-10 text-muted">
          {footer && <p className="flex min-h-11 flex-wrap items-center gap-x-1.5">{footer}</p>}
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-semibold semi-wide hover:text-bolt"
          >
            <ArrowLeft className="size-4" />
            Back to home
          </a>
        </div>
      </div>
    </PageShell>
  );
}
