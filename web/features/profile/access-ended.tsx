import { LazySection } from "../../ui/lazy-section.tsx";

const load = () => import("./access-ended-panel.tsx").then((module) => module.AccessEndedPanel);

/** Lazy: few members need the panel, because it is for ended memberships. */
export function AccessEnded() {
  return <LazySection load={load} className="min-h-96" />;
}
