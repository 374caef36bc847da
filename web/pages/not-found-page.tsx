import { SearchX } from "lucide-react";
import { Screen } from "../brand/screen.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { buttonClass } from "../ui/button.tsx";

export function NotFoundPage() {
  useDocumentTitle("404 Page Not Found");
  return (
    <Screen icon={SearchX} title="404 Page Not Found" text="Did you forget to add the page to the router?" isTrouble>
      <a href="/" className={buttonClass("secondary", "lg")}>
        Back to home
      </a>
    </Screen>
  );
}
