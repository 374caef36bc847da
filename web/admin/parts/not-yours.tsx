import { StatePanel } from "../../ui/state-panel.tsx";

/** In place of a page that who is in may not open. */
export function NotYours({ page }: { page: string }) {
  return <StatePanel kind="error" title={`${page} isn't part of your role.`} detail="Ask the owner if you need it." />;
}
