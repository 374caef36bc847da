import type { CheckoutOffers } from "#domain/contract/money/checkout.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { readStoredCheckout } from "../../features/money/stored-checkout.ts";
import { readAuthToken } from "../../lib/auth-token.ts";
import { showFailure, showLoading } from "../open-island.ts";

type Elements = { checkout: HTMLElement; status: HTMLElement; place: HTMLElement };

/** The plan a member has needs no button to buy it, and the other one is a change (plan-card.tsx). */
async function markOwnPlan(planLinks: HTMLAnchorElement[]): Promise<void> {
  const token = readAuthToken();
  if (token === null) return;
  const answer = await fetch("/api/checkout", { headers: { authorization: `Bearer ${token}` } });
  const { offers }: CheckoutOffers = await answer.json();
  const own = offers.find(({ refusal }) => refusal !== null)?.plan;
  if (own === undefined) return;
  for (const link of planLinks)
    link.closest("article")?.setAttribute(link.dataset.plan === own ? "data-own" : "data-change", "");
}

/** Only a click loads and shows the checkout, so nothing moves under a finger or focus. */
function watchCheckout({ checkout, status, place }: Elements): void {
  const planLinks = [...document.querySelectorAll<HTMLAnchorElement>("a[data-plan]")];
  // Resumes a checkout started here, which may have been approved at PayPal.
  const storedCheckout = readStoredCheckout();
  const asked = storedCheckout?.plan ?? new URLSearchParams(location.search).get("plan");
  // No plan is preselected: choosing one loads PayPal's script, which can read everything on this page.
  let plan: PlanId | null = asked === "monthly" || asked === "annual" ? asked : null;
  let code: typeof import("./checkout.tsx") | undefined;

  const markPlan = () => {
    for (const link of planLinks) link.ariaCurrent = link.dataset.plan === plan ? "true" : null;
  };
  const open = async () => {
    checkout.dataset.open = "";
    if (place.childElementCount === 0) showLoading(status);
    try {
      // Once loaded, it renders within the event itself, because React reverts a radio whose state changes later.
      code ??= await import("./checkout.tsx");
      status.replaceChildren();
      code.renderCheckout(place, plan, choose);
    } catch {
      showFailure(status);
    }
  };
  const choose = (chosen: PlanId | null) => {
    plan = chosen;
    history.replaceState(null, "", `${plan === null ? "" : `?plan=${plan}`}#${checkout.id}`);
    markPlan();
    void open();
  };
  const chooseAndGo = (chosen: PlanId | null) => {
    choose(chosen);
    checkout.focus({ preventScroll: true });
    checkout.scrollIntoView();
  };

  for (const link of planLinks) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      chooseAndGo(link.dataset.plan === "monthly" ? "monthly" : "annual");
    });
  }
  if (plan !== null) markPlan();
  // Without an answer, or with a refusal of the session, the page is a visitor's.
  markOwnPlan(planLinks).catch(() => undefined);
  if (storedCheckout !== null) chooseAndGo(plan);
  else if (location.hash === `#${checkout.id}`) void open();
}

const checkout = document.getElementById("checkout");
const status = document.getElementById("checkout-status");
const place = document.getElementById("checkout-place");
if (checkout && status && place) watchCheckout({ checkout, status, place });
