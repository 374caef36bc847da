import { useSearchParams } from "react-router";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { type LibraryFlag, readFilter } from "./library.query.ts";

/** The filter in the URL. A filter that is pressed is a step that Back undoes; typing isn't. */
export function useLibraryFilter() {
  const [params, setParams] = useSearchParams();
  const replaceParams = useReplaceParams();
  // Typing that pauses after a filter was pressed must not undo it, so the next address comes from the present one.
  const present = () => readFilter(new URLSearchParams(window.location.search));
  return {
    filter: readFilter(params),
    search(q: string) {
      const { q: _, ...flags } = present();
      replaceParams(q === "" ? flags : { q, ...flags });
    },
    toggle(flag: LibraryFlag) {
      const { [flag]: isOn, ...others } = present();
      setParams(isOn ? others : { ...others, [flag]: "1" });
    },
    clear: () => setParams({}),
  };
}
