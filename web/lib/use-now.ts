import { useEffect, useState } from "react";

/** Now (epoch ms), looked up anew so often: a page that stays open must not promise what has passed. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
