import { useEffect, useState } from "react";

/** Now (epoch ms), updated at this interval, so that an open page doesn't announce what has already passed. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
