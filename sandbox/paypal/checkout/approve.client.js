const { id, returnUrl, cancelUrl } = document.body.dataset;
const form = document.querySelector("form");
const problem = document.querySelector("[data-problem]");

async function control(action) {
  const answer = await fetch("/paypal/control", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(action),
  });
  if (!answer.ok) throw new Error((await answer.json()).error);
}

function enable(isEnabled) {
  for (const button of document.querySelectorAll("button")) button.disabled = !isEnabled;
}

/** Returns to the page that opened this window, or redirects if none did. */
function goBack(message, url) {
  if (opener) {
    opener.postMessage(message, location.origin);
    window.close();
  } else if (url && message.kind !== "lost") {
    const target = new URL(url);
    target.searchParams.set(id.startsWith("I-") ? "subscription_id" : "token", id);
    location.assign(target);
  } else {
    document.body.dataset.ended = message.kind;
  }
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { value: choice } = event.submitter;
  const data = new FormData(form);
  enable(false);
  try {
    if (data.get("wallet") === "empty") await control({ action: "failNext", id, times: 1_000_000 });
    await control({
      action: "approve",
      id,
      email: data.get("email"),
      ...(data.get("speed") === "slow" ? { activates: false } : {}),
    });
    goBack({ kind: choice, id, payerId: "SANDBXPAYER22" }, returnUrl);
  } catch (error) {
    problem.textContent = error.message;
    enable(true);
  }
});

document.querySelector("[data-cancel]")?.addEventListener("click", () => goBack({ kind: "cancelled", id }, cancelUrl));

enable(true);
