import { type ComponentType, type ReactNode, useState } from "react";
import { TEXT_LINK } from "../ui/button.tsx";
import { useLazyPart } from "../ui/use-lazy-part.ts";

type WelcomeRowProps<Props> = {
  /** The button's. */
  label: string;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  children: ReactNode;
};

/** One line of the welcome, and a button that opens below it what can change it. Its code loads with the press. */
export function WelcomeRow<Props extends object>({ label, load, props, children }: WelcomeRowProps<Props>) {
  const [isOpen, setIsOpen] = useState(false);
  const { part: Part, load: loadPart } = useLazyPart(load);
  const toggle = () => {
    setIsOpen(!isOpen);
    loadPart();
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex items-center justify-between gap-x-4 text-muted wrap-anywhere">
        <span>{children}</span>
        <button type="button" aria-expanded={isOpen} onClick={toggle} className={`${TEXT_LINK} shrink-0`}>
          {isOpen ? "Done" : label}
        </button>
      </p>
      {isOpen && Part && (
        <div className="pb-4">
          <Part {...props} />
        </div>
      )}
    </div>
  );
}
