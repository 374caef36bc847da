import { Copy } from "lucide-react";
import { feedPath, playerLinks } from "#domain/rules/feeds.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";

/** Links that open podcast apps with the feed, and its address for any other app. */
export function FeedAddress({ address }: { address: string }) {
  const showToast = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      showToast({ tone: "success", title: "Address copied", description: "Paste it where your app adds a podcast." });
    } catch {
      showToast({ tone: "error", title: "Couldn't copy", description: "Select the address and copy it yourself." });
    }
  }
  return (
    <>
      <div className="grid gap-2">
        <p className="text-sm">On this phone? Open your app:</p>
        <ul className="flex flex-wrap gap-3">
          {playerLinks(address).map(({ name, href }) => (
            <li key={name}>
              <a href={href} className={buttonClass("secondary", "sm")}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="grid gap-2">
        <p className="text-sm">For any other app:</p>
        <code className="break-all text-sm">{address}</code>
        <Button variant="secondary" size="sm" className="justify-self-start" icon={Copy} onClick={copy}>
          Copy address
        </Button>
      </div>
    </>
  );
}

export function ScannedFeed({ token }: { token: string }) {
  return <FeedAddress address={`${window.location.origin}${feedPath(token)}`} />;
}
