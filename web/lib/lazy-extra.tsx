import { type ComponentType, lazy, Suspense } from "react";

/** For what the page can do without. While its code loads, and if it can't, `Instead` shows, by default nothing. Never reloads the page. */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = () => null,
) {
  const Part = lazy(async () => ({ default: await load().catch(() => Instead) }));
  return (props: Props) => (
    <Suspense fallback={<Instead {...props} />}>
      <Part {...props} />
    </Suspense>
  );
}
