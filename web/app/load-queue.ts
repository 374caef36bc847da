/** Loads with the first queue; without its code, a session plays alone. */
export const loadQueue = () => import("../features/player/queue-row.tsx");
