import { fork } from "node:child_process";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "../domain/rules/calendar-days.ts";
import { instantAt } from "../domain/rules/instants.ts";
import { dateIn } from "../domain/rules/local-time.ts";
import { makeReceiver } from "../sandbox/push/decrypt-push.ts";
import { makePushKey } from "../scripts/stack/push-key.ts";
import { exitWith } from "../scripts/stack/run-tool.ts";
import { type BenchWorker, bundle, startWorker, usageOf } from "../test/support/bench-worker.ts";

/** Devices of one minute at a push service that answers after `--takes`, beside emails of the same hour. */
const { values } = parseArgs({
  options: {
    devices: { type: "string", default: "10000" },
    mails: { type: "string", default: "1000" },
    takes: { type: "string", default: "100" },
  },
});
const [devices, mails, takesMs] = [values.devices, values.mails, values.takes].map(Number) as [number, number, number];
const ZONE = "America/Chicago";
const HOUR = 6;

/** The first `mails` members get emails; all `devices` members have a device. */
async function fill({ db }: BenchWorker, now: number, date: string, publicKey: string): Promise<void> {
  const { p256dh, auth } = makeReceiver();
  const members = db.prepare(`
    insert into members (id, email, email_key, first_name, subscription_type, subscription_status, access_ends_at, wake_up_hour,
      timezone, email_enabled, wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?1)
    select printf('%08x%08x', (i * 2654435761) & 4294967295, i), 'member' || i || '@bench.test', 'member' || i || '@bench.test',
      'Ana', 'monthly', 'active', ?2 + 31536000000, ${HOUR}, '${ZONE}', i < ?3, ?2 - 1000, ?2 - 1000, ?2
    from n`);
  const content = db.prepare(`
    insert into content (id, date, title, description, status, duration_seconds, created_at, updated_at)
    values ('bench', ?1, 'Ride the lightning', 'Stand up.', 'published', 360, ?2, ?2)`);
  const own = db.prepare(`
    insert into push_devices (id, member_id, session_id, endpoint, p256dh, auth, kid, timezone, weekday_hour, weekend_hour, created_at)
    select substr(id, 9) || substr(id, 1, 8), id, 'none', 'https://push.daybolt.test/push/' || id, ?1, ?2, ?3, timezone, ${HOUR}, ${HOUR},
      created_at from members`);
  await db.batch([
    members.bind(Math.max(devices, mails), now, mails),
    content.bind(date, now),
    own.bind(p256dh, auth, publicKey.slice(1, 9)),
  ]);
}

const countOf = async ({ db }: BenchWorker, table: string) =>
  (await db.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n ?? 0;

type Report = { at: number[]; most: number };

async function run() {
  const provider = fork("bench/support/push-provider.ts", [String(takesMs)]);
  const port = await new Promise<number>((resolve) => provider.once("message", (message) => resolve(Number(message))));
  const mailer = fork("bench/support/provider.ts", ["60", "300"]);
  const mailPort = await new Promise<number>((resolve) =>
    mailer.once("message", (message) => resolve(Number(message))),
  );
  const secret = makePushKey();
  const worker = await startWorker(bundle(), {
    providerUrl: `http://127.0.0.1:${mailPort}`,
    rate: 60,
    bindings: { PUSH_SECRET: secret, PUSH_HOSTS: "push.daybolt.test", PUSH_BASE_URL: `http://127.0.0.1:${port}` },
  });
  try {
    const now = Date.now();
    const date = addDays(dateIn(ZONE, now), 1);
    await fill(worker, now, date, secret.slice(0, 87));
    await worker.tick(now);
    const before = usageOf(worker.pid);
    const startedAt = Date.now();
    const instant = instantAt(date, HOUR, ZONE);
    await worker.tick(instant);
    for (let next = startedAt + MINUTE_MS; (await countOf(worker, "push_batches")) > 0; ) {
      await sleep(500);
      if (Date.now() < next) continue;
      await worker.tick(instant + next - startedAt);
      next += MINUTE_MS;
    }
    const after = usageOf(worker.pid);
    const { at, most } = (await (await fetch(`http://127.0.0.1:${port}/report`)).json()) as Report;
    const late = at.map((one) => one - startedAt).toSorted((a, b) => a - b);
    const mailReport = (await (await fetch(`http://127.0.0.1:${mailPort}/report`)).json()) as {
      batches: { at: number; mails: number }[];
    };
    const lastMail = Math.max(0, ...mailReport.batches.map((batch) => batch.at - startedAt));
    const seconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`;
    return {
      devices,
      calls: at.length,
      "most at once": most,
      "late p50": seconds(late[Math.floor(late.length / 2)]),
      "late last": seconds(late.at(-1)),
      "calls/s": Math.round(at.length / (Math.max(1, late.at(-1) ?? 1) / 1000)),
      emails: mailReport.batches.reduce((sum, batch) => sum + batch.mails, 0),
      "last email": seconds(lastMail),
      "CPU ms a batch": Math.round(((after.cpuMs - before.cpuMs) / devices) * 100),
    };
  } finally {
    await worker.stop();
    provider.disconnect();
    mailer.disconnect();
  }
}

try {
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    Object.entries({ ...(await run()), "load before": load ?? "" })
      .map(([name, value]) => `${name}: ${value}`)
      .join(" · "),
  );
  process.exit(0);
} catch (error) {
  exitWith(error);
}
