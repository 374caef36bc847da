import { createElement, type SVGProps } from "react";

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };

/**
 * An icon as this product uses them: sized by its classes, and decoration unless it has a name. The build puts this in the place of lucide-react's
 * createLucideIcon (scripts/build/lean-modules.ts), which also knows sizes, contexts and other frameworks, 1 kB on every first visit.
 */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": props["aria-label"] === undefined || undefined,
        ...props,
      },
      ...shapes,
    );
}
