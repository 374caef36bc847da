// Plays PayPal's browser SDK (v5) as far as @paypal/react-paypal-js uses it. Like PayPal's own, its buttons are in a
// frame with its own origin, which opens the window where the buyer approves.
{
  const script = document.currentScript;
  const { origin, searchParams } = new URL(script.src);
  const READY_WITHIN_MS = 15_000;

  const notHere = () =>
    Promise.reject(new Error("The sandbox's browser SDK has no such call. Make it on your server."));

  class Flow {
    constructor(options, say) {
      this.options = options;
      this.say = say;
      this.isEnabled = true;
    }

    async hear({ kind, ...details }) {
      if (kind === "clicked") await this.click();
      if (kind === "opened") await this.create();
      if (kind === "blocked")
        this.fail(new Error("The window was blocked. Does the page's Cross-Origin-Opener-Policy allow popups?"));
      if (kind === "approved") await this.approve(details);
      if (kind === "cancelled") this.options.onCancel?.(this.subject(details.id), { redirect: this.redirect });
    }

    async click() {
      let isRefused = false;
      const refuse = async () => {
        isRefused = true;
      };
      const actions = { resolve: async () => undefined, reject: refuse };
      const answer = await this.options.onClick?.({ fundingSource: "paypal" }, actions);
      this.say({ kind: isRefused || answer === false || !this.isEnabled ? "stay" : "open" });
    }

    async create() {
      try {
        const { createSubscription, createOrder } = this.options;
        const data = { paymentSource: "paypal" };
        const id = createSubscription
          ? await createSubscription(data, { subscription: { create: notHere, revise: notHere } })
          : await createOrder(data, { order: { create: notHere } });
        if (typeof id !== "string" || id === "") throw new Error("Expected an id, passed to resolve.");
        this.say({ kind: "go", id });
      } catch (error) {
        this.say({ kind: "stay" });
        this.fail(error);
      }
    }

    async approve({ id, payerId }) {
      const actions = {
        subscription: { get: notHere, activate: notHere },
        order: { capture: notHere, authorize: notHere, get: notHere, patch: notHere },
        redirect: this.redirect,
        restart: () => this.say({ kind: "open" }),
      };
      try {
        const data = {
          ...this.subject(id),
          payerID: payerId,
          paymentSource: "paypal",
          facilitatorAccessToken: "A21AAsandbox",
        };
        await this.options.onApprove?.(data, actions);
      } catch (error) {
        this.fail(error);
      }
    }

    // A subscription's approval also has an order, as at PayPal.
    subject = (id) =>
      this.options.createSubscription ? { orderID: `EC-${id.slice(2)}`, subscriptionID: id } : { orderID: id };

    redirect = (url) => location.assign(url);

    fail(error) {
      if (this.options.onError) this.options.onError(error);
      else console.error(error);
    }
  }

  function createFrame() {
    const frame = document.createElement("iframe");
    frame.title = "PayPal (sandbox)";
    frame.src = `${origin}/sdk/buttons`;
    // Set by script: a strict policy of the page allows that but blocks style attributes.
    Object.assign(frame.style, {
      width: "100%",
      minWidth: "150px",
      height: "56px",
      border: "0",
      display: "block",
      colorScheme: "dark",
    });
    return frame;
  }

  function Buttons(options = {}) {
    if (options.createSubscription && searchParams.get("vault") !== "true") {
      throw new Error("SDK query param vault=true is required for createSubscription.");
    }
    const frame = createFrame();
    const say = (message) => frame.contentWindow?.postMessage(message, origin);
    const flow = new Flow(options, say);
    let markReady;
    const isReady = new Promise((resolve) => {
      markReady = resolve;
    });

    const listen = ({ source, origin: from, data }) => {
      if (from !== origin || source !== frame.contentWindow) return;
      if (data.kind === "ready") markReady();
      else void flow.hear(data);
    };

    const setEnabled = (isEnabled) => async () => {
      flow.isEnabled = isEnabled;
    };

    return {
      isEligible: () => (options.fundingSource ?? "paypal") === "paypal",
      async render(container) {
        const parent = typeof container === "string" ? document.querySelector(container) : container;
        if (!parent) throw new Error("Expected a container for the buttons.");
        addEventListener("message", listen);
        parent.append(frame);
        const tooLate = new Promise((_, reject) =>
          setTimeout(() => reject(new Error("The buttons didn't load.")), READY_WITHIN_MS),
        );
        await Promise.race([isReady, tooLate]);
        options.onInit?.({ correlationID: "sandbox" }, { enable: setEnabled(true), disable: setEnabled(false) });
      },
      async close() {
        removeEventListener("message", listen);
        frame.remove();
      },
      updateProps: async (props) => void Object.assign(options, props),
    };
  }

  window[script.dataset.namespace ?? "paypal"] = {
    version: "5.0.0-sandbox",
    Buttons,
    FUNDING: { PAYPAL: "paypal" },
    getFundingSources: () => ["paypal"],
    isFundingEligible: (source) => source === "paypal",
  };
}
