import { html } from "hono/html";
import type { EventView } from "../control/views.ts";
import { act, badge, instant, type Purchase } from "./labels.ts";

export function eventList({ id, isHeld }: Purchase, events: EventView[]) {
  const held = events.filter(({ state }) => state === "held");
  const backwards = held.map((event) => event.id).reverse();
  return html`<section>
    <h3>Webhooks</h3>
    <div class="acts">
      ${isHeld ? act(`Release ${held.length} in order`, { action: "release", id }) : act("Hold new events", { action: "hold", id })}
      ${isHeld && held.length > 1 ? act("Release newest first", { action: "release", id, events: backwards }) : ""}
    </div>
    <ol class="rows">
      ${events.toReversed().map(eventRow)}
    </ol>
  </section>`;
}

function eventRow({ id, type, time, state, attempts, lastStatus }: EventView) {
  const answer = lastStatus === null ? (attempts > 0 ? "no answer" : "not sent") : `returned ${lastStatus}`;
  const tries = attempts > 1 ? `, ${attempts} tries` : "";
  return html`<li>
    <p>${type} ${badge(state)}<br><span class="hint">${instant(time)} · ${answer}${tries}</span></p>
    <div class="acts">${act(state === "held" ? "Send" : "Replay", { action: "replay", events: [id] })}</div>
  </li>`;
}
