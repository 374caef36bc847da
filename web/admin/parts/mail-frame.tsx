/** Makes the frame as tall as the email, so that it has no scrollbar of its own. */
function fitToMail(frame: HTMLIFrameElement | null) {
  if (frame === null) return;
  const fit = () => {
    const mail = frame.contentDocument?.documentElement;
    if (!mail) return;
    // A document is never shorter than its frame, so shrink the frame before measuring.
    frame.style.height = "0";
    frame.style.height = `${mail.scrollHeight}px`;
  };
  const observer = new ResizeObserver(fit);
  observer.observe(frame);
  frame.addEventListener("load", fit);
  return () => {
    observer.disconnect();
    frame.removeEventListener("load", fit);
  };
}

type MailFrameProps = { html: string; title: string; maxWidth?: number | undefined };

/** No scripts, no forms, no links. `allow-same-origin` lets us measure the frame; without scripts, it can't reach us. */
export function MailFrame({ html, title, maxWidth }: MailFrameProps) {
  return (
    <iframe
      ref={fitToMail}
      sandbox="allow-same-origin"
      srcDoc={html}
      title={title}
      className="mx-auto h-[62dvh] w-full rounded-xl bg-night"
      style={{ maxWidth }}
    />
  );
}
