import type { PlanId } from "#domain/rules/plans.ts";

const importCheckout = () => import("./checkout.tsx");

type Elements = { checkout: HTMLElement; invitation: HTMLElement; status: HTMLElement; place: HTMLElement };

/**
 * Opens the checkout, whose code and React come when a plan or the box is first touched, by pointer or keyboard. A touch only
 * fetches; a click shows, so that nothing moves under a finger or a focus that is on its way.
 */
function watchCheckout({ checkout, invitation, status, place }: Elements): void {
  const planLinks = [...document.querySelectorAll<HTMLAnchorElement>("a[data-plan]")];
  const asked = new URLSearchParams(location.search).get("plan");
  let plan: PlanId = asked === "monthly" ? "monthly" : "annual";
  let code: ReturnType<typeof importCheckout> | undefined;
  let failures = 0;

  const fetchCode = () => {
    code ??= importCheckout().catch((error: unknown) => {
      code = undefined;
      throw error;
    });
    return code;
  };
  const say = (templateId: string) => {
    const template = document.getElementById(templateId);
    if (template instanceof HTMLTemplateElement) status.replaceChildren(template.content.cloneNode(true));
  };
  const markPlan = () => {
    for (const link of planLinks) {
      if (link.dataset.plan === plan) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const open = async () => {
    invitation.hidden = true;
    if (place.childElementCount === 0) say("checkout-loading");
    try {
      const { renderCheckout } = await fetchCode();
      status.replaceChildren();
      renderCheckout(place, plan, choose);
    } catch {
      failures += 1;
      say("checkout-failed");
    }
  };
  const choose = (chosen: PlanId) => {
    plan = chosen;
    // The part of the page stays in the address, so that a page loaded again opens its checkout again.
    history.replaceState(null, "", `?plan=${plan}#${checkout.id}`);
    markPlan();
    void open();
  };
  const chooseAndGo = (chosen: PlanId) => {
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
    if (!(event.target instanceof Element) || !event.target.closest("[data-opens-checkout]")) return;
    // Some browsers remember a module that did not come: then only a page loaded again asks for it again.
    if (failures > 1) location.reload();
    else chooseAndGo(plan);
  });
  if (asked !== null) markPlan();
  if (location.hash === `#${checkout.id}`) void open();
}

const checkout = document.getElementById("checkout");
const invitation = document.getElementById("checkout-invitation");
const status = document.getElementById("checkout-status");
const place = document.getElementById("checkout-place");
if (checkout && invitation && status && place) watchCheckout({ checkout, invitation, status, place });
