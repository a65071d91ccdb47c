import type { Buffer, Kept } from './buffer.ts'

const batch = 100
/** Acknowledgement timeout: later, the connection counts as broken. */
const answerWithin_ms = 20_000

/**
 * Sends buffered reports to the gateway in batches, oldest first. A report is removed when it is acknowledged. Reports
 * in flight when the connection breaks are sent again; the gateway ignores duplicates.
 */
export function createDelivery({ buffer, send, silent, on_count, on_failure }: DeliveryOptions): Delivery {
  const sent = new Set<number>()
  let open = false
  let last = 0
  let asking = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const notify = () => {
    again = true
    if (asking) return
    asking = true
    pump()
      .catch(on_failure)
      .finally(() => {
        asking = false
        if (again) notify()
      })
  }
  const pump = async () => {
    again = false
    if (!open || sent.size > 0) return
    const reports = await buffer.after(last, batch)
    if (!open || reports.length === 0) return
    for (const { seq } of reports) sent.add(seq)
    last = reports.at(-1)!.seq
    send(reports.map(positionOf))
    watch()
  }
  const settle = async (seq: number) => {
    await buffer.remove(seq)
    sent.delete(seq)
    watch()
    on_count(await buffer.count())
    notify()
  }
  const watch = () => {
    clearTimeout(timer)
    if (sent.size > 0) timer = setTimeout(silent, answerWithin_ms)
  }

  return {
    notify,
    begin() {
      if (open) return
      open = true
      notify()
    },
    end() {
      open = false
      last = 0
      sent.clear()
      clearTimeout(timer)
    },
    settled: (seq) => void settle(seq).catch(on_failure),
  }
}

/** The JSON position of `gateway/protocols/json/index.ts`. */
function positionOf({ seq, at, owner: _, ...report }: Kept): object {
  const fields = Object.entries({ ...report, ts: at / 1000, seq }).filter(([, value]) => value !== null)
  return Object.fromEntries(fields)
}

export type Delivery = {
  /** Called when there are new reports. */
  notify(): void
  /** Called when the gateway has accepted the connection. */
  begin(): void
  /** Called when the connection is lost. */
  end(): void
  /** Called when the gateway has acknowledged a report. */
  settled(seq: number): void
}
type DeliveryOptions = {
  buffer: Buffer
  send: (positions: object[]) => void
  /** Called on an acknowledgement timeout. */
  silent: () => void
  on_count: (kept: number) => void
  /** Called when the buffer fails. */
  on_failure: () => void
}
