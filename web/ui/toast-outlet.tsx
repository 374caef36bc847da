import { type ComponentType, lazy, Suspense } from "react";

const Nothing = () => null;

// Nothing toasts while a page loads, so the toaster's code comes after the page's. Without it a page still works.
const Toaster = lazy<ComponentType>(() =>
  import("./toaster.tsx").then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: Nothing }),
  ),
);

export function ToastOutlet() {
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
