import type { PlanId } from "#domain/rules/plans.ts";
import { readKeptCheckout } from "../../features/money/kept-checkout.ts";

/** Asked for once, however often it is called. */
const fetchCode = () => import("./checkout.tsx");

type Elements = { checkout: HTMLElement; invitation: HTMLElement; status: HTMLElement; place: HTMLElement };

/**
 * Opens the checkout, whose code and React come when a plan or the box is first touched, by pointer or keyboard. A touch only
 * fetches; a click shows, so that nothing moves under a finger or a focus that is on its way.
 */
function watchCheckout({ checkout, invitation, status, place }: Elements): void {
  const planLinks = [...document.querySelectorAll<HTMLAnchorElement>("a[data-plan]")];
  // One that was begun here is taken up: PayPal may have been agreed to.
  const kept = readKeptCheckout();
  const asked = kept?.plan ?? new URLSearchParams(location.search).get("plan");
  // None is chosen for anybody: with the choice PayPal's script comes, which can read what this page can.
  let plan: PlanId | null = asked === "monthly" || asked === "annual" ? asked : null;
  let code: Awaited<ReturnType<typeof fetchCode>> | undefined;

  const say = (templateId: string) => {
    const template = document.getElementById(templateId);
    if (template instanceof HTMLTemplateElement) status.replaceChildren(template.content.cloneNode(true));
  };
  const markPlan = () => {
    for (const link of planLinks) link.ariaCurrent = link.dataset.plan === plan ? "true" : null;
  };
  const open = async () => {
    invitation.hidden = true;
    if (place.childElementCount === 0) say("checkout-loading");
    try {
      // Once it is here, a choice is shown within its own event: React puts back a radio whose new state comes later.
      code ??= await fetchCode();
      status.replaceChildren();
      code.renderCheckout(place, plan, choose);
    } catch {
      say("checkout-failed");
    }
  };
  // A browser remembers a module that did not come, for as long as the page stands: another try is the page loaded again, as
  // soon as the server can be reached. Its address opens the checkout with the same plan.
  const tryAgain = async () => {
    say("checkout-loading");
    try {
      await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
      location.reload();
    } catch {
      say("checkout-failed");
    }
  };
  const choose = (chosen: PlanId | null) => {
    plan = chosen;
    // The part of the page stays in the address, so that a page loaded again opens its checkout again.
    history.replaceState(null, "", `${plan === null ? "" : `?plan=${plan}`}#${checkout.id}`);
    markPlan();
    void open();
  };
  const chooseAndGo = (chosen: PlanId | null) => {
    choose(chosen);
    checkout.focus({ preventScroll: true });
    checkout.scrollIntoView();
  };

  for (const touched of [...planLinks.map((link) => link.closest("article") ?? link), checkout]) {
    for (const event of ["pointerover", "pointerdown", "focusin"]) {
      touched.addEventListener(event, () => void fetchCode().catch(() => undefined), { once: true });
    }
  }
  for (const link of planLinks) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      chooseAndGo(link.dataset.plan === "monthly" ? "monthly" : "annual");
    });
  }
  checkout.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>("[data-checkout]");
    if (!button) return;
    if (button.dataset.checkout === "open") return chooseAndGo(plan);
    checkout.focus({ preventScroll: true });
    void tryAgain();
  });
  if (plan !== null) markPlan();
  if (kept !== null) chooseAndGo(plan);
  else if (location.hash === `#${checkout.id}`) void open();
}

const checkout = document.getElementById("checkout");
const invitation = document.getElementById("checkout-invitation");
const status = document.getElementById("checkout-status");
const place = document.getElementById("checkout-place");
if (checkout && invitation && status && place) watchCheckout({ checkout, invitation, status, place });
