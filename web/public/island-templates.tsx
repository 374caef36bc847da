import { RotateCw, TriangleAlert } from "lucide-react";
import { buttonClass, Spinner } from "../ui/button.tsx";

const PANEL = "grid justify-items-center gap-4 text-center";

/** Shown while an island's code loads, or if it can't (open-island.ts). `height` is about the island's, so nothing below moves. */
export function IslandTemplates({ loading, failed, height }: Record<"loading" | "failed" | "height", string>) {
  return (
    <>
      <template id="island-loading">
        <p className={`${PANEL} content-start pt-28 text-muted ${height}`}>
          <Spinner className="size-9 text-bolt" />
          {loading}
        </p>
      </template>
      <template id="island-failed">
        <div className={`${PANEL} py-16`}>
          <TriangleAlert className="size-8 text-warn" />
          <p className="font-extrabold text-xl semi-wide">{failed}</p>
          <p className="max-w-sm text-muted leading-relaxed">Your connection was lost, or we just updated the site.</p>
          <button type="button" className={buttonClass("secondary", "lg", "mt-3")}>
            <RotateCw className="size-4" />
            Try again
          </button>
        </div>
      </template>
    </>
  );
}
