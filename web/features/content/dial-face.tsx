import type { CSSProperties } from "react";

/** The scale turns, the lit sector doesn't. Two dashed circles, because an element per tick costs as much as all cards. */
export function DialFace({ turn }: { turn: number }) {
  return (
    <svg
      viewBox="-174 -174 348 348"
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-1/2 size-87 max-w-none -translate-x-1/2 overflow-visible"
    >
      <defs>
        <linearGradient id="dial-lit" gradientUnits="userSpaceOnUse" x1="-68" x2="68" y1="0" y2="0">
          <stop offset="0" stopColor="var(--color-ember)" />
          <stop offset="0.5" stopColor="var(--color-bolt)" />
          <stop offset="1" stopColor="var(--color-ember)" />
        </linearGradient>
        <radialGradient id="dial-hub" cy="0.2">
          <stop offset="0" stopColor="var(--color-raised)" />
          <stop offset="1" stopColor="var(--color-night)" />
        </radialGradient>
        <radialGradient id="dial-glow">
          <stop offset="0" stopColor="var(--color-ember)" stopOpacity="0.42" />
          <stop offset="1" stopColor="var(--color-ember)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="0" cy="-120" r="120" fill="url(#dial-glow)" className="forced-colors:hidden" />
      <g className="dial-ring" style={{ "--turn": `${turn}deg` } as CSSProperties}>
        <circle r="170" fill="none" stroke="var(--color-line)" />
        <circle
          r="164.5"
          pathLength="400"
          fill="none"
          stroke="var(--color-control)"
          strokeWidth="5"
          strokeDasharray=".5 9.5"
          strokeDashoffset=".25"
        />
        <circle
          r="162.5"
          pathLength="80"
          fill="none"
          stroke="var(--color-muted)"
          strokeWidth="9"
          strokeDasharray=".16 9.84"
          strokeDashoffset=".08"
        />
      </g>
      <circle r="120" fill="none" stroke="var(--color-line)" strokeWidth="1" />
      <path
        d="M-65.06-157.06a170 170 0 0 1 130.12 0"
        fill="none"
        stroke="url(#dial-lit)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M0-164l-6-9h12z" fill="var(--color-bolt)" />
      <circle r="72" fill="url(#dial-hub)" stroke="var(--color-line)" className="forced-colors:fill-[Canvas]" />
    </svg>
  );
}
