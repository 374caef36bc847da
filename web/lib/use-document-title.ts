import { useEffect } from "react";
import { BRAND } from "#domain/brand.ts";

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${BRAND.name}`;
  }, [title]);
}
