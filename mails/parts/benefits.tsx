import { PALETTE } from "./palette.ts";

const BENEFITS = [
  "A new session every day, in audio and video",
  "A wake-up mail at the hour you choose",
  "A dashboard that keeps your progress and your streak",
  "The full archive, as often as you like",
];

export function Benefits() {
  return (
    <ul style={{ margin: "0 0 26px", padding: "0 0 0 20px", color: PALETTE.bolt }}>
      {BENEFITS.map((benefit) => (
        <li key={benefit} style={{ margin: "0 0 8px", fontSize: "16px", lineHeight: "25px" }}>
          <span style={{ color: PALETTE.soft }}>{benefit}</span>
        </li>
      ))}
    </ul>
  );
}
