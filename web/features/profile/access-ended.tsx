import { LazySection } from "../../ui/lazy-section.tsx";

const load = () => import("./access-ended-panel.tsx").then((module) => module.AccessEndedPanel);

/** The panel of the few whose membership has ended: nobody else loads it. */
export function AccessEnded() {
  return <LazySection load={load} className="min-h-96" />;
}
