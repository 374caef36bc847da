import { LazySection } from "../../ui/lazy-section.tsx";

const load = async () => (await import("./access-ended-panel.tsx")).AccessEndedPanel;

/** The panel of the few whose membership has ended: nobody else loads it. */
export function AccessEnded() {
  return <LazySection load={load} className="min-h-96" />;
}
